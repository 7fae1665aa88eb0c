import { context, createContextKey, type Context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

const requestKey = createContextKey('tributary.request');

/**
 * From now on what is done for a request or a message knows it, through every promise and callback: log lines name it,
 * spans hang on it. Once per process; further calls change nothing.
 */
export function followContext(): void {
  const manager = new AsyncLocalStorageContextManager();
  if (context.setGlobalContextManager(manager)) manager.enable();
}

export const withRequest = (active: Context, request_id: string): Context => active.setValue(requestKey, request_id);

/** The id of the request that is being answered, if it is one that is at work. */
export const requestIdOf = (active: Context): string | undefined => active.getValue(requestKey) as string | undefined;
