import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { Client } from 'pg';
import { drop, ok, status, type PluginScript } from '@tributary/testing/plugin-double';
import { reader } from './booted-analysis.js';
import { product, plugin, newId, aChannel, aWorker, outcomesOf } from './analysis-fixture.js';

/** Adds a mark of the analyzer. */
const marked: PluginScript = ({ activity, analyzer_id }) =>
  ok({ ...activity, marks: [...((activity['marks'] as string[] | undefined) ?? []), analyzer_id] });

const marksOf = (body = '{}') => (JSON.parse(body) as { marks?: string[] }).marks;

const rowsOf = async (table: string) => {
  const client = new Client(product.postgres.url);
  await client.connect();
  try {
    return (await client.query<Record<string, string>>(`select * from activity_analysis.${table}`)).rows;
  } finally {
    await client.end();
  }
};
const waitingIds = async () => (await rowsOf('waiting_activities')).map(({ activity_id }) => activity_id);

const failuresOf = async (analyzer: string) => {
  const response = await product.as(reader)(`/v1/activity_analyzers/${analyzer}/failures`);
  return ((await response.json()) as { data: object[] }).data;
};

it('gives an activity to all analyzers of its channel, in their order, and publishes the result', async () => {
  plugin.script = marked;
  const { channel_id, analyzers } = await aChannel('DROP', 'DROP', 'DROP');
  const sent = await product.send([{ channel_id }]);
  const [outcome] = await outcomesOf(sent);
  expect(marksOf(outcome?.body)).toEqual(analyzers);
  expect(outcome).toMatchObject({ activity_id: sent[0]?.activity_id, identifiers: sent[0]?.identifiers });
  expect(outcome).not.toHaveProperty('error_analyzer_id');
});

it('ends a dropped activity, and calls no analyzer after that', async () => {
  const { channel_id, analyzers } = await aChannel('DROP', 'DROP');
  plugin.script = (call, count) => (call.analyzer_id === analyzers[0] ? drop : marked(call, count));
  const sent = await product.send([{ channel_id }]);
  expect(await outcomesOf(sent)).toMatchObject([{ outcome: 'dropped', body: '{}' }]);
  expect(plugin.arrivals(analyzers[1])).toEqual([]);
});

it('gets no activity any more that names an erased person, by whichever identifier', async () => {
  plugin.script = marked;
  const { channel_id, analyzers } = await aChannel('DROP');
  await product.register(analyzers[0]!, { worker: aWorker(), max_qps: 0.001 });
  const identifiers = ['web:1:new', 'web:1:erased'].map((value) => ({ type: 'USER_AGENT' as const, value }));
  const [first] = await product.send([{ channel_id }]);
  await outcomesOf([first!]);
  const waiting = await product.send([{ channel_id, identifiers }]);
  await eventually(async () => expect(await waitingIds()).toEqual([waiting[0]?.activity_id]));
  await product.erase(identifiers[1]!);
  await eventually(async () => expect(await rowsOf('erased_identifiers')).toHaveLength(1));
  await product.register(analyzers[0]!, { worker: aWorker() });
  expect(await outcomesOf(waiting)).toMatchObject([{ outcome: 'erased', body: '{}' }]);
  expect(plugin.arrivals(analyzers[0])).toHaveLength(1);
});

it('gets no activity that is replayed after its erasures are forgotten: it has expired, and tracking-ingest knows them', async () => {
  plugin.script = marked;
  const { channel_id, analyzers } = await aChannel('DROP');
  const [live] = await product.send([{ channel_id }]);
  await outcomesOf([live!]);
  const old = { channel_id, received_ts: Date.now() - 40 * 86_400_000 };
  const replayed = await product.send([old, old]);
  expect(await outcomesOf(replayed)).toMatchObject([{ outcome: 'dropped_on_error' }, { outcome: 'dropped_on_error' }]);
  // Control: the live one was sent.
  expect(plugin.arrivals(analyzers[0])).toHaveLength(1);
});

describe('an analyzer that fails', () => {
  it.each([
    ['STORE_WITH_ERROR_ID', [0, 2]],
    ['STORE_WITH_ERROR_ID_AND_SKIP_UPCOMING_ANALYZERS', [0]],
  ] as const)('leaves its input to others with %s', async (strategy, marks) => {
    const { channel_id, analyzers } = await aChannel('DROP', strategy, 'DROP');
    plugin.script = (call, count) => (call.analyzer_id === analyzers[1] ? status(400) : marked(call, count));
    const [outcome] = await outcomesOf(await product.send([{ channel_id }]));
    expect(marksOf(outcome?.body)).toEqual(marks.map((index) => analyzers[index]));
    expect(outcome).toMatchObject({ error_analyzer_id: analyzers[1] });
  });

  it('ends the activity with DROP', async () => {
    const { channel_id } = await aChannel('DROP');
    plugin.script = () => status(400);
    expect(await outcomesOf(await product.send([{ channel_id }]))).toMatchObject([{ outcome: 'dropped_on_error' }]);
  });

  it('is called three times, and listed as a failure with its status', async () => {
    const { channel_id, analyzers } = await aChannel('STORE_WITH_ERROR_ID');
    plugin.script = () => status(503);
    const sent = await product.send([{ channel_id }]);
    await outcomesOf(sent);
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
    const [outcome] = await outcomesOf(await product.send([{ channel_id }]));
    expect(outcome).not.toHaveProperty('outcome');
  });

  it('does not hold back another one', async () => {
    const [slow, fast] = [await aChannel('DROP'), await aChannel('DROP')];
    const slowly = { id: '1', scope: 'GLOBAL' as const, plugin_endpoint: '/v1/activity_analysis', timeout_ms: 600_000 };
    await product.register(slow.analyzers[0]!, { worker: aWorker(), throttlings: [slowly] });
    plugin.script = (call, count) => (call.analyzer_id === slow.analyzers[0] ? { kind: 'hang' } : marked(call, count));
    const hanging = await product.send(Array.from({ length: 200 }, () => ({ channel_id: slow.channel_id })));
    await eventually(() => expect(plugin.requests.open).toBe(64));
    await outcomesOf(await product.send([{ channel_id: fast.channel_id }]));
    expect(plugin.requests.open).toBe(64);
    await product.register(slow.analyzers[0]!, { worker: aWorker() });
    plugin.script = marked;
    plugin.resetConnections();
    await outcomesOf(hanging);
  });
});

it('fails without a call if the version has no worker, or is archived', async () => {
  const [none, archived] = [newId(), newId()];
  await product.register(none);
  await product.register(archived, { archived: true, worker: aWorker() });
  await product.select('c-none', [none, archived]);
  expect(await outcomesOf(await product.send([{ channel_id: 'c-none' }]))).toMatchObject([{ error_analyzer_id: none }]);
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
  await outcomesOf(sent);
  expect(plugin.arrivals(analyzers[0])).toHaveLength(1);
});

it('lists failures only to callers with a role in the organisation of the analyzer', async () => {
  const { analyzers } = await aChannel('DROP');
  const path = `/v1/visit_analyzer_models/${analyzers[0]}/failures`;
  const foreign = { user_id: '8', roles: [{ organisation_id: '9', role: 'COMMUNITY_ADMIN' as const }] };
  expect((await product.as(reader)(path)).status).toBe(200);
  expect((await product.as(foreign)(path)).status).toBe(404);
  expect((await product.as(reader)('/v1/activity_analyzers/none/failures')).status).toBe(404);
});
