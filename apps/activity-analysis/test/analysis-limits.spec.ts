import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { after, PluginDouble, status, unchanged } from '@tributary/testing/plugin-double';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { findRepeatedly, limitBeside, timeOf } from '@tributary/testing/time-limit';
import { Client } from 'pg';
import { bootAnalysis, reader } from './booted-analysis.js';
import { product, plugin, aChannel, aWorker, outcomesOf } from './analysis-fixture.js';

it('makes no more calls at once than a throttling allows, and wakes queues that wait for it', async () => {
  const { channel_id, analyzers } = await aChannel('DROP');
  plugin.script = after(20);
  const throttling = {
    id: '1',
    scope: 'GLOBAL' as const,
    plugin_endpoint: '/v1/activity_analysis',
    max_concurrency: 3,
  };
  await product.register(analyzers[0]!, { worker: aWorker(), throttlings: [throttling] });
  await product.select('c-other', analyzers, '2');
  const sendTo = (channel: { channel_id: string; datamart_id?: string }, count: number) =>
    product.send(Array.from({ length: count }, () => channel));
  // 60 calls, three at a time, of 20 ms: a queue that polled would take many times longer.
  const slow = await findRepeatedly(async () => {
    const alone = [await timeOf(async () => outcomesOf(await sendTo({ channel_id }, 1)))];
    const together = await timeOf(async () => {
      const sent = await Promise.all([
        sendTo({ channel_id }, 30),
        sendTo({ channel_id: 'c-other', datamart_id: '2' }, 30),
      ]);
      await outcomesOf(sent.flat());
    });
    return together > limitBeside(8_000, alone) ? [together] : [];
  });
  expect(plugin.mostAtOnce(analyzers[0])).toBe(3);
  expect(slow).toEqual([]);
});

it('has at most 64 calls of an analyzer in progress, also if it has activities of many datamarts', async () => {
  const { analyzers } = await aChannel('DROP');
  plugin.script = after(300);
  const datamarts = Array.from({ length: 8 }, (_, index) => String(20 + index));
  for (const datamart_id of datamarts) await product.select(`c-${datamart_id}`, analyzers, datamart_id);
  const sent = await product.send(
    datamarts.flatMap((datamart_id) =>
      Array.from({ length: 40 }, () => ({ datamart_id, channel_id: `c-${datamart_id}` })),
    ),
  );
  const all = await outcomesOf(sent);
  expect(plugin.mostAtOnce(analyzers[0])).toBeLessThanOrEqual(64);
  expect(all.filter(({ outcome }) => outcome !== undefined)).toEqual([]);
});

describe('an activity that waits too long', () => {
  it('expires, also behind others of its person and while a throttling refuses calls', async () => {
    const expiring = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 500, ANALYSIS_MAX_WAIT: 1_500 } });
    try {
      const throttled = { worker: aWorker(), max_qps: 0.001 };
      await expiring.register('1', { ...throttled, strategy: 'STORE_WITH_ERROR_ID' });
      await expiring.register('2', { ...throttled, strategy: 'DROP' });
      await expiring.select('c', ['1', '2']);
      const sent = await expiring.send(
        Array.from({ length: 5 }, () => ({ channel_id: 'c' })),
        'one person',
      );
      await eventually(() => expect(expiring.ended).toHaveLength(sent.length));
      expect(expiring.ended.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['dropped_on_error']));
      const response = await expiring.as(reader)('/v1/activity_analyzers/1/failures');
      const { data } = (await response.json()) as { data: { class: string; attempts: number }[] };
      expect(data).toEqual(expect.arrayContaining([expect.objectContaining({ class: 'EXPIRED', attempts: 0 })]));
    } finally {
      await expiring.stop();
    }
  });

  it('expires, also if a throttling refuses another attempt', async () => {
    const maxWaitMs = 8_000;
    const expiring = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 500, ANALYSIS_MAX_WAIT: maxWaitMs } });
    const failing = await PluginDouble.start(() => status(500));
    try {
      await expiring.register('1', { worker: aWorker(failing.url), strategy: 'DROP' });
      await expiring.select('c', ['1']);
      // The process that calls plugins starts, for which a busy machine may need longer than an activity waits.
      await expiring.register('2', { worker: aWorker(), strategy: 'DROP' });
      await expiring.select('starts', ['2']);
      while (!expiring.ended.some(({ outcome }) => outcome === undefined)) {
        expiring.ended.length = 0;
        await expiring.send([{ channel_id: 'starts' }]);
        await eventually(() => expect(expiring.ended).toHaveLength(1));
      }
      expiring.ended.length = 0;
      await expiring.send([{ channel_id: 'c' }]);
      await eventually(() => expect(failing.calls).not.toEqual([]));
      const start = performance.now();
      await expiring.register('1', { worker: aWorker(failing.url), strategy: 'DROP', max_qps: 0.001 });
      // Takes the only call of the next minutes.
      const sending = [await timeOf(() => expiring.send([{ channel_id: 'c' }]))];
      await eventually(() => expect(expiring.ended).toHaveLength(2));
      // Without the order of acceptance the first one would wait for a second time.
      expect(performance.now() - start).toBeLessThan(limitBeside(2 * maxWaitMs, sending));
    } finally {
      await expiring.stop();
      await failing.close();
    }
  });
});

it('refuses more activities than may wait, and takes them again when fewer wait', async () => {
  const full = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 60_000, ANALYSIS_BACKLOG: 1_000 } });
  const slow = await PluginDouble.start(() => ({ kind: 'hang' }));
  try {
    await full.register('1', { worker: aWorker(slow.url) });
    await full.select('c', ['1']);
    const many = Array.from({ length: 1_000 }, () => ({ channel_id: 'c' }));
    const waiting = await full.send(many);
    // The number of waiting activities is read now and then.
    await eventually(() =>
      expect(full.send([{ channel_id: 'c' }])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' }),
    );
    await full.select('c', []);
    slow.script = unchanged;
    slow.resetConnections();
    await eventually(() => expect(full.ended.length).toBeGreaterThanOrEqual(waiting.length));
    await eventually(() => full.send([{ channel_id: 'c' }]));
  } finally {
    await full.stop();
    await slow.close();
  }
});

it('makes no call for a claim whose answer came late: its permit might end before the call', async () => {
  const { channel_id, analyzers } = await aChannel('DROP');
  const alone = () => timeOf(async () => outcomesOf(await product.send([{ channel_id }])));
  // The first one may start the process that calls plugins.
  await alone();
  const periodMs = limitBeside(5_000, [await alone()]);
  const callsBefore = plugin.arrivals(analyzers[0]).length;
  await product.register(analyzers[0]!, { worker: aWorker(), max_qps: 1_000 / periodMs });
  const other = new Client(product.postgres.url);
  await other.connect();
  try {
    const state = `('version/${analyzers[0]}', '', 0)`;
    await other.query(`insert into activity_analysis.throttle_states values ${state}`);
    await other.query('begin');
    await other.query(
      `select from activity_analysis.throttle_states where throttling_id = 'version/${analyzers[0]}' for update`,
    );
    const sent = await product.send([{ channel_id }]);
    await eventually(async () => expect(await lockWaits(product.postgres.url, 'throttle_states')).not.toEqual([]));
    // Longer than the answer to a claim may take.
    await sleep(3_000);
    const committedMs = performance.now();
    await other.query('commit');
    await outcomesOf(sent);
    // The late claim has used the rate, from the commit on. Without the rule the only call would be made at the commit.
    const arrivals = plugin.arrivals(analyzers[0]).slice(callsBefore);
    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]! - committedMs).toBeGreaterThan(0.9 * periodMs);
  } finally {
    await other.end();
  }
});

it('leaves calls in progress at its stop to another process, without a count', async () => {
  const stopping = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 60_000 } });
  const slow = await PluginDouble.start(() => ({ kind: 'hang' }));
  try {
    await stopping.register('1', { worker: aWorker(slow.url), strategy: 'DROP' });
    await stopping.select('c', ['1']);
    await stopping.send([{ channel_id: 'c' }]);
    await eventually(() => expect(slow.requests.open).toBe(1));
    await stopping.stop();
    await eventually(() => expect(slow.requests.open).toBe(0));
    expect(stopping.ended).toEqual([]);
  } finally {
    await slow.close();
  }
});
