import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { PluginDouble, unchanged } from '@tributary/testing/plugin-double';
import { median, timeOf } from '@tributary/testing/time-limit';
import type { Client } from '../client/client.js';
import { untilEffective } from '../client/plugins.js';
import { AnalyzedChannel } from './analyzed-channel.js';

interface CallRate {
  max_qps: number;
  seconds: number;
  /** The calls in that time that the plugin may count. */
  least: number;
  most: number;
}

/** Limits per second, with the numbers of calls that keep them: at least 90 % of the rate, while activities wait. */
export const callRates: CallRate[] = [
  { max_qps: 0.5, seconds: 30, least: 14, most: 16 },
  { max_qps: 25, seconds: 20, least: 450, most: 502 },
];

export interface MeasuredCalls {
  count: number;
  /** The median of requests of the same time, in milliseconds. */
  requestMs: number;
}

/** Fewer are wrong on any machine. */
const leastShare = 0.25;

/**
 * The numbers of calls that are wrong. Of the time that a decision comes late, the next ones make up less than an interval:
 * where a request takes longer than half an interval, the machine misses calls, and so many fewer are enough.
 */
export function wrongCounts({ max_qps, least, most }: CallRate, { count, requestMs }: MeasuredCalls): number[] {
  const share = Math.min(1, Math.max(leastShare, 500 / max_qps / requestMs));
  return count < share * least || count > most ? [count] : [];
}

/** Lets activities wait for a plugin with that limit, and counts its calls from the first one on. */
export async function measureCalls(client: Client, { max_qps, seconds }: CallRate): Promise<MeasuredCalls> {
  const plugin = await PluginDouble.start(unchanged);
  try {
    const throttlings = [{ scope: 'GLOBAL', max_qps }];
    const channel = await AnalyzedChannel.create(client, [{ plugin: plugin.url, throttlings }]);
    await untilEffective();
    const waiting = Math.ceil(max_qps * seconds * 1.2) + 5;
    const lines = Array.from({ length: waiting }, (_, n) => JSON.stringify(channel.activity(`person-${n}`)));
    const path = `/datamarts/${channel.tenant.datamart_id}/user_activities`;
    const headers = { 'content-type': 'application/x-ndjson' };
    // Each line has a key, so that a request that a busy machine answers with 503 can be sent again.
    await eventually(() => client.post(path, lines.join('\n'), headers));
    await eventually(() => expect(plugin.calls.length).toBeGreaterThan(0));
    const [first = 0] = plugin.arrivals();
    const endMs = first + seconds * 1_000;
    const requestsMs: number[] = [];
    while (performance.now() < endMs) {
      requestsMs.push(await timeOf(() => client.get('/connected_user')));
      await sleep(Math.min(200, Math.max(0, endMs - performance.now())));
    }
    return { count: plugin.arrivals().filter((at) => at < endMs).length, requestMs: median(requestsMs) };
  } finally {
    await plugin.close();
  }
}
