import { context, createContextKey, type Context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

const requestKey = createContextKey('tributary.request');

/**
 * Keeps the request or message as context through promises and callbacks, so that log lines and spans can name it. Once
 * per process; further calls do nothing.
 */
export function followContext(): void {
  const manager = new AsyncLocalStorageContextManager();
  if (context.setGlobalContextManager(manager)) manager.enable();
}

export const withRequest = (active: Context, request_id: string): Context => active.setValue(requestKey, request_id);

/** The id of the request whose context this is; undefined outside of a request. */
export const requestIdOf = (active: Context): string | undefined => active.getValue(requestKey) as string | undefined;
