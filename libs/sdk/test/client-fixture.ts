import { afterEach, beforeEach } from '@jest/globals';
import {
  createTributary,
  type FlushResult,
  type Tributary,
  type TributaryEvents,
  type TributaryOptions,
} from '../src/tributary.js';
import { HostileServer } from './hostile-server.js';

export let server: HostileServer;
const open: Tributary[] = [];
beforeEach(async () => void (server = await HostileServer.start()));
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close({ timeoutMs: 0 })));
  server.stop();
});

export function client(options: Partial<TributaryOptions> = {}): Tributary {
  const common = { url: server.url, datamart: 1, auth: { token: 't' }, lingerMs: 5, maxRetryDelayMs: 10, debug: false };
  const made = createTributary({ ...common, ...options });
  open.push(made);
  return made;
}

export function listen<Name extends keyof TributaryEvents>(to: Tributary, name: Name): TributaryEvents[Name][] {
  const events: TributaryEvents[Name][] = [];
  to.on(name, (event) => events.push(event));
  return events;
}

export const visit = (n: number, fields: object = {}) => ({ $type: 'SITE_VISIT', n, ...fields });
export const queued = { timeoutMs: 180_000 };

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A flush of a short time, or, if no attempt was answered in it, of a longer one. */
export async function shortFlush(tributary: Tributary): Promise<FlushResult> {
  for (let timeoutMs = 50; ; timeoutMs *= 2) {
    const result = await tributary.flush({ timeoutMs });
    if (result.reason !== 'timeout' || timeoutMs > queued.timeoutMs) return result;
  }
}

/** A `fetch` that stores each activity, without a server: for specs that replace what a server needs. */
export function storingFetch(stored: object[] = []): typeof fetch {
  return (_url, init) => {
    const lines = String(init?.body as string)
      .split('\n')
      .map((line) => JSON.parse(line) as { $unique_key: string });
    stored.push(...lines);
    const results = lines.map(({ $unique_key: id }) => ({ id, received_ts: 1 }));
    return Promise.resolve(new Response(JSON.stringify({ status: 'ok', data: { results } })));
  };
}
