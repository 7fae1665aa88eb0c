import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DirectoryChanged } from '@tributary/contracts/admin/access';
import { idsOfLines, type ImportOperation } from '@tributary/contracts/imports/import-messages';
import { chunkParsed, directoryChanged } from '@tributary/contracts/topics/topics';
import type { TraceStep } from '@tributary/contracts/traces/activity-trace';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { Housekeeping } from '../../src/activities/housekeeping.js';
import { startTracking, type Tracking } from '../tracking.js';
import {
  account,
  agent,
  channel,
  datamart_id,
  publish,
  received,
  stepsOf,
  traceOf,
  withoutTimes,
} from './traces-fixture.js';

let tracking: Tracking;
beforeAll(async () => {
  tracking = await startTracking();
  const directory: DirectoryChanged[] = [
    { kind: 'organisation', id: '1', community_id: '1' },
    { kind: 'datamart', id: datamart_id, organisation_id: '1' },
    {
      kind: 'channel',
      id: channel,
      datamart_id,
      version: 1,
      processings: [{ processing_id: '5', legal_basis: 'CONSENT' }],
      analyzers: [],
    },
  ];
  await tracking.app.publisher.publish(
    directoryChanged,
    directory.map((value) => ({ id: randomUUID(), value })),
  );
});
afterAll(() => tracking.stop());

const accepted = { step: 'ACCEPTED', source: 'LIVE', credential: { kind: 'API_TOKEN', id: '5' } };
const stored = { step: 'STORED', user_point_id: expect.any(String) };
const ts = Date.now();
const collectKey = { kind: 'collect_key', id: '9' } as const;
const profile = (properties: object) => ({
  $events: [{ $event_name: '$set_user_profile_properties', $properties: properties }],
});
const choice = ($choice_acceptance_value: boolean) => ({
  $events: [{ $event_name: '$set_user_choice', $properties: { $processing_id: '5', $choice_acceptance_value } }],
});

/** Sends activities, the traced one last. */
const traced = async (...activities: ActivityReceived[]) => {
  for (const one of activities) await publish(tracking, one);
  return traceOf(tracking, activities.at(-1)?.activity_id ?? '');
};

const chain: TraceStep[] = [
  { step: 'WAITING_FOR_ANALYSIS', ts },
  { step: 'ANALYZED', ts: ts + 9, activity_analyzer_id: '3', changed: true },
];
const analyzed = (last: Omit<TraceStep, 'ts'>) => ({
  trace: { token_id: '5', steps: [...chain, { ts: ts + 12, ...last }] },
});
const dropped = (outcome: 'dropped' | 'dropped_on_error' | 'erased', last: Omit<TraceStep, 'ts'>) =>
  received({ body: '{}', outcome, analysis_id: randomUUID(), ...analyzed(last) });
const person = agent('refuses-first');

describe('the trace of an activity', () => {
  it.each<[string, () => ActivityReceived[], object[]]>([
    ['that is stored', () => [received()], [accepted, stored]],
    [
      'that an older gateway has sent',
      () => [received({ trace: undefined })],
      [{ step: 'ACCEPTED', source: 'LIVE' }, stored],
    ],
    [
      'with a collect key',
      () => [received({ public_credential: collectKey, trace: {} })],
      [{ ...accepted, credential: { kind: 'COLLECT_KEY', id: '9' } }, stored],
    ],
    [
      'with a signature',
      () => [received({ public_credential: { kind: 'message_authentication_key', id: '12' } })],
      [{ ...accepted, credential: { kind: 'SIGNATURE', id: '12' } }, stored],
    ],
    [
      'of which junk was left out, with a suspicious time',
      () => {
        const steps = [
          { step: 'JUNK_LEFT_OUT' as const, ts, identifiers: ['null'] },
          { step: 'PROFILE_LEFT_OUT' as const, ts },
          { step: 'TIME_SUSPICIOUS' as const, ts },
        ];
        return [received({ trace: { token_id: '5', steps } })];
      },
      [
        accepted,
        { step: 'JUNK_LEFT_OUT', identifiers: ['null'] },
        { step: 'PROFILE_LEFT_OUT' },
        { step: 'TIME_SUSPICIOUS' },
        stored,
      ],
    ],
    [
      'that a failed analyzer lets be stored',
      () => [
        received({ analysis_id: randomUUID(), ...analyzed({ step: 'ANALYSIS_FAILED', activity_analyzer_id: '4' }) }),
      ],
      [accepted, ...chain, { step: 'ANALYSIS_FAILED', activity_analyzer_id: '4' }, stored],
    ],
    ...(['DROPPED', 'DROPPED_ON_ERROR', 'EXPIRED'] as const).map(
      (step): [string, () => ActivityReceived[], object[]] => [
        `whose analysis ends with ${step}`,
        () => [dropped(step === 'DROPPED' ? 'dropped' : 'dropped_on_error', { step, activity_analyzer_id: '4' })],
        [accepted, ...chain, { step, activity_analyzer_id: '4' }],
      ],
    ),
    ['of a bot', () => [received({ body: '{}', outcome: 'dropped' })], [accepted, { step: 'DROPPED' }]],
    [
      'whose person was erased while it waited',
      () => [dropped('erased', { step: 'ERASED' })],
      [accepted, ...chain, { step: 'ERASED' }],
    ],
    [
      'that a choice refuses',
      () => [received({}, { $site_id: channel })],
      [accepted, { step: 'REFUSED_BY_CHOICE', processing_id: '5' }],
    ],
    [
      'with too many identifiers',
      () => {
        const many = (from: number) => Array.from({ length: 60 }, (_, index) => agent(`many-${from + index}`));
        return [
          received({ identifiers: many(0) }),
          received({ identifiers: many(100) }),
          received({ identifiers: [agent('many-0'), agent('many-100')] }),
        ];
      },
      [accepted, { step: 'IDENTIFIERS_LEFT_OUT' }, stored],
    ],
    [
      'that a public credential may not join',
      () => [
        received({ identifiers: [account('m-1')] }),
        received({ identifiers: [account('m-2')] }),
        received({ identifiers: [account('m-1'), account('m-2')], public_credential: collectKey }),
      ],
      [{ ...accepted, credential: { kind: 'COLLECT_KEY', id: '9' } }, { step: 'MERGE_REFUSED' }, stored],
    ],
    [
      'that would make a profile too large',
      () => [received({ identifiers: [account('big')] }, profile({ text: 'x'.repeat(300_000) }))],
      [accepted, { step: 'PROFILE_TOO_LARGE' }, stored],
    ],
    [
      'whose choice does not count',
      () => [
        received({ identifiers: [person] }, choice(false)),
        received({ identifiers: [person], public_credential: collectKey }, choice(true)),
      ],
      [
        { ...accepted, credential: { kind: 'COLLECT_KEY', id: '9' } },
        { step: 'CHOICE_NOT_EFFECTIVE', processing_id: '5' },
        stored,
      ],
    ],
  ])('%s has its steps in order', async (_case, activities, expected) => {
    const trace = await traced(...activities());
    expect(stepsOf(trace)).toEqual(withoutTimes(expected));
    expect(trace?.state).toBe(trace?.steps.at(-1)?.step);
    expect(trace?.steps[0]?.ts).toBeGreaterThanOrEqual(ts);
  });

  it('names the execution of an imported line, with or without an id, and its suspicious time', async () => {
    const execution_id = '81';
    const idOf = idsOfLines(execution_id);
    const ids = [idOf(1), randomUUID()];
    const bodies = ['{"$type":"TOUCH"}', '{"$type":"TOUCH","$ts":1795886317}'];
    const lines = ids.map((activity_id, index) => {
      const operation = { kind: 'activity', activity_id, identifiers: [agent('line')], body: bodies[index] ?? '' };
      return { line: index + 1, operation: operation as ImportOperation };
    });
    const value = { datamart_id, execution_id, chunk: 0, batch: 0, shard: 0, creation_ts: Date.now(), lines };
    await tracking.app.publisher.publish(chunkParsed, [{ id: randomUUID(), value }]);
    const imported = { step: 'ACCEPTED', source: 'IMPORT', execution_id };
    expect(stepsOf(await traceOf(tracking, ids[0] ?? ''))).toEqual([imported, stored]);
    expect(stepsOf(await traceOf(tracking, ids[1] ?? ''))).toEqual([imported, { step: 'TIME_SUSPICIOUS' }, stored]);
  });

  it('is unknown of an unknown id, beyond the window of deduplication, and of another datamart', async () => {
    const [one, other] = [received(), received({ datamart_id: '8' })];
    await publish(tracking, one, other);
    expect(await traceOf(tracking, randomUUID())).toBeUndefined();
    expect(await traceOf(tracking, other.activity_id)).toBeUndefined();
    expect(await traceOf(tracking, one.activity_id)).toBeDefined();
    expect(await traceOf(tracking, one.activity_id, Date.now() + 100 * dayMs)).toBeUndefined();
  });
});

it('names the user point that a merge leaves', async () => {
  const [old, young] = [received({ identifiers: [agent('old')] }), received({ identifiers: [agent('young')] })];
  await publish(tracking, old);
  await publish(tracking, young);
  const before = (await traceOf(tracking, old.activity_id))?.steps[1]?.user_point_id;
  expect((await traceOf(tracking, young.activity_id))?.steps[1]?.user_point_id).not.toBe(before);
  await publish(tracking, received({ identifiers: [agent('old'), agent('young')] }));
  expect((await traceOf(tracking, young.activity_id))?.steps[1]?.user_point_id).toBe(before);
});

it('ends with the erasure of its person, and has no user point then', async () => {
  const [one, merged] = [received({ identifiers: [agent('gone')] }), received({ identifiers: [agent('gone-too')] })];
  const joining = received({ identifiers: [agent('gone'), agent('gone-too')] });
  for (const activity of [one, merged, joining]) await publish(tracking, activity);
  await tracking.call('DELETE', `${datamart_id}/user_points/user_agent_id=gone`);
  for (const { activity_id } of [one, merged, joining]) {
    const trace = await traceOf(tracking, activity_id);
    expect(stepsOf(trace)).toEqual([accepted, { step: 'STORED' }, { step: 'ERASED' }]);
    expect(trace?.state).toBe('ERASED');
  }
});

it('of people erased after the receipt ends so', async () => {
  await publish(tracking, received({ identifiers: [agent('late')] }));
  const received_ts = Date.now();
  await tracking.call('DELETE', `${datamart_id}/user_points/user_agent_id=late`);
  const one = received({ identifiers: [agent('late')], received_ts });
  await publish(tracking, one);
  expect(stepsOf(await traceOf(tracking, one.activity_id))).toEqual([accepted, { step: 'ERASED' }]);
});

describe('an id that comes again', () => {
  const again = (first: ActivityReceived, delayMs: number, hash = first.trace?.hash) => ({
    ...first,
    received_ts: first.received_ts + delayMs,
    trace: { token_id: '6', ...(hash && { hash }) },
  });

  it.each<[string, (first: ActivityReceived) => ActivityReceived[], object | undefined]>([
    ['the same', (first) => [again(first, 1)], { count: 1, different: false }],
    ['another body', (first) => [again(first, 1, 'ffffffffffff')], { count: 1, different: true }],
    [
      'the same and others',
      (first) => [again(first, 1), again(first, 2, 'ffffffffffff')],
      { count: 2, different: true },
    ],
    ['another line of its request', (first) => [again(first, 0, 'ffffffffffff')], { count: 1, different: true }],
    ['its own message, delivered again', (first) => [first], undefined],
    ['its message and a duplicate', (first) => [first, again(first, 3)], { count: 1, different: false }],
  ])('brings %s', async (_case, others, duplicate) => {
    const first = received();
    await publish(tracking, first);
    for (const other of others(first)) await publish(tracking, other);
    const expected = duplicate ? [accepted, stored, { step: 'DUPLICATE', ...duplicate }] : [accepted, stored];
    const trace = await traceOf(tracking, first.activity_id);
    expect(stepsOf(trace)).toEqual(expected);
    expect(trace?.state).toBe('STORED');
  });

  it('is counted in the batch of the first, and while it waits for analyzers', async () => {
    const first = received();
    await publish(tracking, first, again(first, 1), again(first, 2));
    expect(stepsOf(await traceOf(tracking, first.activity_id))?.at(-1)).toMatchObject({ step: 'DUPLICATE', count: 2 });
    const waiting = received({ analysis_id: randomUUID() });
    const duplicate = { ...again(waiting, 1), outcome: 'duplicate' as const, body: '{}', analysis_id: randomUUID() };
    await publish(tracking, duplicate);
    expect(await traceOf(tracking, waiting.activity_id)).toBeUndefined();
    await publish(tracking, waiting);
    expect(stepsOf(await traceOf(tracking, waiting.activity_id))?.at(-1)).toMatchObject({
      step: 'DUPLICATE',
      count: 1,
    });
  });
});

it('is forgotten with the receipt', async () => {
  const one = received();
  await publish(tracking, one);
  await publish(tracking, { ...one, received_ts: one.received_ts + 1 });
  await tracking.app.app.get(Housekeeping, { strict: false }).run(Date.now() + 100 * dayMs);
  for (const table of ['activity_receipts', 'activity_traces', 'activity_duplicates'])
    expect(await tracking.database.query(`select count(*)::int from ${table}`)).toEqual([{ count: 0 }]);
});
