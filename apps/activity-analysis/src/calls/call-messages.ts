import type { AllowedHost } from '@tributary/security/addresses/allowed-hosts';
import type { CallResult, PluginCall } from './plugin-calls.js';

/** Memory of the process that calls plugins. The calls that it may have at the same time (`maxCalls`) use about half. */
export const processMemory = { heapMb: 512, semiSpaceMb: 16, maxBytes: 1024 * 1024 * 1024, signal: 'SIGTERM' } as const;

/** The settings that the process which calls plugins needs. */
export interface CallSettings {
  /** In production. Private addresses, and calls without TLS, are refused then. */
  isStrict: boolean;
  allowed: readonly AllowedHost[];
  signaturePrefix: string;
}

/** One call, with what its request carries for logs and traces. */
export interface CallRequest extends PluginCall {
  request_id: string;
  traceparent?: string | undefined;
}

/** To the process: the settings first, then calls. Those of one turn of the event loop share a message. */
export type ToProcess = { settings: CallSettings } | { calls: (CallRequest & { id: number })[] };

/** From the process: results of calls. */
export interface FromProcess {
  results: { id: number; result: CallResult }[];
}

/** Collects what is sent in one turn of the event loop: a message between processes costs more than what it carries. */
export class Batch<Item> {
  private items: Item[] = [];

  constructor(private readonly send: (items: Item[]) => void) {}

  add(item: Item): void {
    this.items.push(item);
    if (this.items.length === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const items = this.items;
    this.items = [];
    this.send(items);
  }
}
