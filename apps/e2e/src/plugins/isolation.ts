import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { after, PluginDouble } from '@tributary/testing/plugin-double';
import type { Client } from '../client/client.js';
import { newAnalyzedChannel, untilEffective } from '../client/plugins.js';
import { AnalyzedChannel } from './analyzed-channel.js';

const activitiesPerPhase = 150;
const pauseMs = 40;
const pollMs = 10;

/** Milliseconds from the answer of the gateway until the activity can be read, sorted. */
type Delays = number[];

interface Isolation {
  /** Delays of a channel without analyzers: while no analyzer is called, and while one hangs. */
  plainBefore: Delays;
  plainDuring: Delays;
  /** Delays of a channel whose analyzer answers in 5 ms: while no analyzer hangs, and while another one does. */
  fastBefore: Delays;
  fast: Delays;
  /** Calls of the hanging analyzer that were open at the same time. */
  hanging: number;
}

const quantile = (delays: Delays, share: number) => delays[Math.floor((delays.length - 1) * share)] ?? NaN;

/**
 * The channels that are too slow, with their milliseconds; empty if the promises hold. A channel without analyzers shall be
 * as fast as without a hanging analyzer, ± 10 %. Two phases of one run differ by more on a shared machine, so twice and a
 * few polls are allowed: an analyzer in the way would add seconds. So is it for the channel with an analyzer, where the
 * machine needs more than the second of the promise in any case.
 */
export function delayedBeside({ plainBefore, plainDuring, fastBefore, fast, hanging }: Isolation): string[] {
  const bounds: [name: string, delay: number, bound: number][] = [
    ['p99 beside a hanging analyzer', quantile(fast, 0.99), Math.max(1_000, 2 * quantile(fastBefore, 0.99) + 100)],
    ['median without analyzers', quantile(plainDuring, 0.5), 2 * quantile(plainBefore, 0.5) + 30],
    ['p99 without analyzers', quantile(plainDuring, 0.99), 2 * quantile(plainBefore, 0.99) + 100],
  ];
  const slow = bounds.filter(([, delay, bound]) => !(delay < bound));
  const found = slow.map(([name, delay, bound]) => `${name}: ${Math.round(delay)} of ${Math.round(bound)}`);
  return hanging < 32 ? [...found, `only ${hanging} calls hang`] : found;
}

/** Measures channels beside one whose analyzer hangs. Both phases send the same number of activities at the same rate. */
export async function measureIsolation(client: Client): Promise<Isolation> {
  const hung = await PluginDouble.start(() => ({ kind: 'hang' }));
  const quick = await PluginDouble.start(after(5));
  try {
    const fastChannel = await AnalyzedChannel.create(client, [{ plugin: quick.url }]);
    const { tenant } = fastChannel;
    const hungChannel = await AnalyzedChannel.create(client, [{ plugin: hung.url }], tenant);
    const plain = { $site_id: await newAnalyzedChannel(client, tenant.datamart_id, []) };
    await untilEffective();
    // The first activities pay for cold code.
    await Promise.all([measure(fastChannel, 'warm-plain', plain), measure(fastChannel, 'warm-fast', {})]);
    const [plainBefore, fastBefore] = await Promise.all([
      measure(fastChannel, 'before', plain),
      measure(fastChannel, 'beside', {}),
    ]);
    const flood = Array.from({ length: 300 }, (_, n) => JSON.stringify(hungChannel.activity(`hung-${n}`)));
    const path = `/datamarts/${tenant.datamart_id}/user_activities`;
    const headers = { 'content-type': 'application/x-ndjson' };
    await eventually(() => client.post(path, flood.join('\n'), headers));
    await eventually(() => expect(hung.requests.open).toBeGreaterThanOrEqual(32));
    const [plainDuring, fast] = await Promise.all([
      measure(fastChannel, 'during', plain),
      measure(fastChannel, 'fast', {}),
    ]);
    return { plainBefore, plainDuring, fastBefore, fast, hanging: hung.requests.most };
  } finally {
    await Promise.all([hung.close(), quick.close()]);
  }
}

/** Sends activities at a steady rate, each of another person. */
async function measure(channel: AnalyzedChannel, name: string, fields: object): Promise<Delays> {
  const delays: Promise<number>[] = [];
  for (let n = 0; n < activitiesPerPhase; n++) {
    delays.push(delayOf(channel, `${name}-${n}`, fields));
    await sleep(pauseMs);
  }
  return (await Promise.all(delays)).sort((a, b) => a - b);
}

async function delayOf(channel: AnalyzedChannel, agent: string, fields: object): Promise<number> {
  const activity = channel.activity(agent, fields);
  await channel.post(agent, activity);
  const answered = performance.now();
  await eventually(async () => expect(await channel.stored(agent)).toHaveLength(1), { every: pollMs });
  return performance.now() - answered;
}
