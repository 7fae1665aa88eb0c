import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { eventually } from '@tributary/testing/eventually';
import { after, drop, ok, PluginDouble, status, unchanged, type PluginScript } from '@tributary/testing/plugin-double';
import { Client } from 'pg';
import { bootAnalysis, reader, type BootedAnalysis } from './booted-analysis.js';

let product: BootedAnalysis;
let plugin: PluginDouble;
beforeAll(async () => {
  product = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 60_000 } });
  plugin = await PluginDouble.start();
}, 120_000);
afterAll(async () => {
  await product.stop();
  await plugin.close();
});
beforeEach(() => void (product.ended.length = 0));
afterEach(() => void (plugin.script = unchanged));

let ids = 100;
/** A channel of its own with analyzers that run on the double. */
async function aChannel(
  ...strategies: ('DROP' | 'STORE_WITH_ERROR_ID' | 'STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS')[]
) {
  const analyzers: string[] = [];
  for (const strategy of strategies) {
    const id = String(++ids);
    await product.register(id, { strategy, worker: aWorker() });
    analyzers.push(id);
  }
  const channel_id = String(++ids);
  await product.select(channel_id, analyzers);
  return { channel_id, analyzers };
}

const aWorker = (url = plugin.url) => ({ url, worker_id: 'w-1', token_sha256: 'ab'.repeat(32) });

const ends = async (activities: ActivityToAnalyze[]) => {
  const ids = new Set(activities.map(({ activity_id }) => activity_id));
  return eventually(() => {
    const own = product.ended.filter(({ activity_id }) => ids.has(activity_id));
    expect(own).toHaveLength(activities.length);
    return own;
  });
};

/** Adds a mark of the analyzer. */
const marked: PluginScript = ({ activity, analyzer_id }) =>
  ok({ ...activity, marks: [...((activity['marks'] as string[] | undefined) ?? []), analyzer_id] });

const marksOf = (body = '{}') => (JSON.parse(body) as { marks?: string[] }).marks;

const failuresOf = async (analyzer: string) => {
  const response = await product.as(reader)(`/v1/activity_analyzers/${analyzer}/failures`);
  return ((await response.json()) as { data: object[] }).data;
};

it('gives an activity to all analyzers of its channel, in their order, and publishes the result', async () => {
  plugin.script = marked;
  const { channel_id, analyzers } = await aChannel('DROP', 'DROP', 'DROP');
  const sent = await product.send([{ channel_id }]);
  const [end] = await ends(sent);
  expect(marksOf(end?.body)).toEqual(analyzers);
  expect(end).toMatchObject({ activity_id: sent[0]?.activity_id, identifiers: sent[0]?.identifiers });
  expect(end).not.toHaveProperty('error_analyzer_id');
});

it('ends a dropped activity, and calls no analyzer after that', async () => {
  const { channel_id, analyzers } = await aChannel('DROP', 'DROP');
  plugin.script = (call, count) => (call.analyzer_id === analyzers[0] ? drop : marked(call, count));
  const sent = await product.send([{ channel_id }]);
  expect(await ends(sent)).toMatchObject([{ outcome: 'dropped', body: '{}' }]);
  expect(plugin.arrivals(analyzers[1])).toEqual([]);
});

describe('an analyzer that fails', () => {
  it.each([
    ['STORE_WITH_ERROR_ID', [0, 2]],
    ['STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS', [0]],
  ] as const)('leaves its input to others with %s', async (strategy, marks) => {
    const { channel_id, analyzers } = await aChannel('DROP', strategy, 'DROP');
    plugin.script = (call, count) => (call.analyzer_id === analyzers[1] ? status(400) : marked(call, count));
    const [end] = await ends(await product.send([{ channel_id }]));
    expect(marksOf(end?.body)).toEqual(marks.map((index) => analyzers[index]));
    expect(end).toMatchObject({ error_analyzer_id: analyzers[1] });
  });

  it('ends the activity with DROP', async () => {
    const { channel_id } = await aChannel('DROP');
    plugin.script = () => status(400);
    expect(await ends(await product.send([{ channel_id }]))).toMatchObject([{ outcome: 'dropped_on_error' }]);
  });

  it('is called three times, and listed as a failure with its status', async () => {
    const { channel_id, analyzers } = await aChannel('STORE_WITH_ERROR_ID');
    plugin.script = () => status(503);
    const sent = await product.send([{ channel_id }]);
    await ends(sent);
    expect(plugin.arrivals(analyzers[0])).toHaveLength(3);
    const activity_id = sent[0]?.activity_id;
    expect(await failuresOf(analyzers[0]!)).toEqual([
      { activity_id, ts: expect.any(Number), class: 'PLUGIN_ERROR', status: 503, attempts: 3 },
    ]);
  });

  it('may answer at the second call', async () => {
    const { channel_id } = await aChannel('DROP');
    plugin.script = (call, count) => (count % 2 === 1 ? status(500) : marked(call, count));
    plugin.calls.length = 0;
    const [end] = await ends(await product.send([{ channel_id }]));
    expect(end).not.toHaveProperty('outcome');
  });

  it('does not hold back another one', async () => {
    const [slow, fast] = [await aChannel('DROP'), await aChannel('DROP')];
    const slowly = { id: '1', scope: 'GLOBAL' as const, plugin_endpoint: '/v1/activity_analysis', timeout_ms: 60_000 };
    await product.register(slow.analyzers[0]!, { worker: aWorker(), throttlings: [slowly] });
    plugin.script = (call, count) => (call.analyzer_id === slow.analyzers[0] ? { kind: 'hang' } : marked(call, count));
    const hanging = await product.send(Array.from({ length: 200 }, () => ({ channel_id: slow.channel_id })));
    await eventually(() => expect(plugin.requests.open).toBe(64));
    await ends(await product.send([{ channel_id: fast.channel_id }]));
    expect(plugin.requests.open).toBe(64);
    await product.register(slow.analyzers[0]!, { worker: aWorker() });
    plugin.script = marked;
    plugin.resetConnections();
    await ends(hanging);
  });
});

it('fails without a call if the version has no worker, or is archived', async () => {
  const [none, archived] = [String(++ids), String(++ids)];
  await product.register(none);
  await product.register(archived, { archived: true, worker: aWorker() });
  await product.select('c-none', [none, archived]);
  expect(await ends(await product.send([{ channel_id: 'c-none' }]))).toMatchObject([{ error_analyzer_id: none }]);
  for (const analyzer of [none, archived])
    expect(await failuresOf(analyzer)).toEqual([
      { activity_id: expect.any(String), ts: expect.any(Number), class: 'NO_WORKER', attempts: 0 },
    ]);
});

it('follows a change of the analyzers of a channel while activities wait', async () => {
  const { channel_id, analyzers } = await aChannel('DROP');
  await product.register(analyzers[0]!, { worker: aWorker(), max_qps: 0.001 });
  const sent = await product.send(Array.from({ length: 20 }, () => ({ channel_id })));
  await eventually(() => expect(plugin.arrivals(analyzers[0]).length).toBe(1));
  await product.select(channel_id, []);
  await product.register(analyzers[0]!, { worker: aWorker() });
  await ends(sent);
  expect(plugin.arrivals(analyzers[0])).toHaveLength(1);
});

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
  const sendAll = async () => {
    const [first, second] = await Promise.all([
      product.send(Array.from({ length: 30 }, () => ({ channel_id }))),
      product.send(Array.from({ length: 30 }, () => ({ channel_id: 'c-other', datamart_id: '2' }))),
    ]);
    await ends([...first, ...second]);
  };
  /** The shortest time in which twelve calls began after another one. */
  const leastMs = () => {
    const arrivals = plugin.arrivals(analyzers[0]).sort((a, b) => a - b);
    return Math.min(...arrivals.slice(12).map((arrived, index) => arrived - arrivals[index]!));
  };
  // The queues are polled every 200 ms: three calls per poll would take 800 ms. A busy machine gets another chance.
  for (let attempt = 0; attempt < 5 && leastMs() > 600; attempt += 1) await sendAll();
  expect(plugin.mostAtOnce(analyzers[0])).toBe(3);
  expect(leastMs()).toBeLessThan(600);
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
  const all = await ends(sent);
  expect(plugin.mostAtOnce(analyzers[0])).toBeLessThanOrEqual(64);
  expect(all.filter(({ outcome }) => outcome !== undefined)).toEqual([]);
}, 90_000);

it('lists failures only to callers with a role in the organisation of the analyzer', async () => {
  const { analyzers } = await aChannel('DROP');
  const path = `/v1/visit_analyzer_models/${analyzers[0]}/failures`;
  const foreign = { user_id: '8', roles: [{ organisation_id: '9', role: 'COMMUNITY_ADMIN' as const }] };
  expect((await product.as(reader)(path)).status).toBe(200);
  expect((await product.as(foreign)(path)).status).toBe(404);
  expect((await product.as(reader)('/v1/activity_analyzers/none/failures')).status).toBe(404);
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
  }, 60_000);

  it('expires, also if a throttling refuses another attempt', async () => {
    const expiring = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 500, ANALYSIS_MAX_WAIT: 4_000 } });
    const failing = await PluginDouble.start(() => status(500));
    try {
      await expiring.register('1', { worker: aWorker(failing.url), strategy: 'DROP' });
      await expiring.select('c', ['1']);
      const [first] = await expiring.send([{ channel_id: 'c' }]);
      await eventually(() => expect(failing.calls).toHaveLength(1));
      await expiring.register('1', { worker: aWorker(failing.url), strategy: 'DROP', max_qps: 0.001 });
      // Takes the only call of the next minutes.
      await expiring.send([{ channel_id: 'c' }]);
      await eventually(() => expect(expiring.ended).toHaveLength(2));
      const response = await expiring.as(reader)('/v1/activity_analyzers/1/failures');
      const { data } = (await response.json()) as { data: { activity_id: string; ts: number }[] };
      const expiredAt = (isFirst: boolean) =>
        data.find(({ activity_id }) => (activity_id === first?.activity_id) === isFirst)?.ts ?? NaN;
      // Without the order of acceptance the first one would wait for a second time.
      expect(expiredAt(true) - expiredAt(false)).toBeLessThan(2_000);
    } finally {
      await expiring.stop();
      await failing.close();
    }
  }, 60_000);
});

it('refuses more activities than may wait, and takes them again when fewer wait', async () => {
  const full = await bootAnalysis({ settings: { PLUGIN_TIMEOUT: 60_000, ANALYSIS_BACKLOG: 1_000 } });
  const slow = await PluginDouble.start(() => ({ kind: 'hang' }));
  try {
    await full.register('1', { worker: aWorker(slow.url) });
    await full.select('c', ['1']);
    const many = Array.from({ length: 1_000 }, () => ({ channel_id: 'c' }));
    const waiting = await full.send(many);
    // The number of waiting activities is read five times a second.
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
}, 60_000);

it('makes no call for a claim whose answer came late: its permit might end before the call', async () => {
  const { channel_id, analyzers } = await aChannel('DROP');
  const throttled = { worker: aWorker(), max_qps: 0.2 };
  await product.register(analyzers[0]!, throttled);
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
    await sleep(3_000);
    await other.query('commit');
    // It has used the rate, so the next call is due five seconds after it.
    const dueMs = await eventually(async () => {
      const { rows } = await other.query<{ arrival_ms: number }>(
        `select arrival_ms from activity_analysis.throttle_states where throttling_id = 'version/${analyzers[0]}'`,
      );
      expect(rows[0]?.arrival_ms).toBeGreaterThan(0);
      return rows[0]!.arrival_ms;
    });
    await ends(sent);
    const arrivals = plugin.arrivals(analyzers[0]);
    expect(arrivals).toHaveLength(1);
    expect(performance.timeOrigin + arrivals[0]!).toBeGreaterThan(dueMs - 1_000);
  } finally {
    await other.end();
  }
}, 60_000);

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
}, 60_000);
