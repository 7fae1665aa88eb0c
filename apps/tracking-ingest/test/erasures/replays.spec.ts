import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { recordStatements } from '@tributary/testing/plans/record-statements';
import { account, activityOf, agent, Replays } from './replays.js';

let replays: Replays;
beforeAll(async () => void (replays = await Replays.start()));
afterAll(() => replays.database.stop());

let datamarts = 100;
const aDatamart = () => String(++datamarts);
const now = Date.parse('2026-03-15T12:00:00Z');
const years = 3 * 365 * dayMs;
/** An older batch of an import is never applied. */
const oldestBatch = 29 * dayMs;

const [person, other] = [agent('erased'), account('erased too')];
const line = (operation: ImportOperation) => (datamart_id: string, received_ts: number, at: number) =>
  replays.applyLine(datamart_id, operation, received_ts, at);
const activity =
  (difference: Parameters<typeof activityOf>[3] = {}) =>
  (datamart_id: string, received_ts: number, at: number) =>
    replays.deliver([activityOf(datamart_id, [person, agent('new')], received_ts, difference)], at);
const update = { update_strategy: 'PARTIAL_UPDATE' as const, merge_objects: false, properties: '{"a":1}' };
const choice = { processing_id: '5', choice_ts: 1, choice_acceptance_value: true, custom: '{}' };
const profileEvent =
  '{"$type":"TOUCH","$events":[{"$event_name":"$set_user_profile_properties","$properties":{"$user_account_id":"erased too","$compartment_id":"c","a":1}}]}';

/** Each path on which what came in earlier reaches the tables, how old it may be, and what it stores without an erasure. */
const paths: [string, number, (datamart_id: string, received_ts: number, at: number) => Promise<unknown>, string[]][] =
  [
    ['an activity', years, activity(), ['activities', 'user_identifiers', 'user_points']],
    [
      'an activity whose analysis failed',
      years,
      activity({ error_analyzer_id: '3' }),
      ['activities', 'user_identifiers', 'user_points'],
    ],
    [
      'an activity that writes a profile',
      years,
      (datamart_id, received_ts, at) =>
        replays.deliver([activityOf(datamart_id, [other], received_ts, { body: profileEvent })], at),
      ['activities', 'user_identifiers', 'user_points', 'user_profiles'],
    ],
    [
      'a line with an activity',
      oldestBatch,
      line({
        kind: 'activity',
        activity_id: '0199f1c4-52aa-7b0c-9d1e-000000000001',
        identifiers: [person],
        body: '{"$type":"TOUCH"}',
      }),
      ['activities', 'user_identifiers', 'user_points'],
    ],
    [
      'a line with a profile',
      oldestBatch,
      line({ kind: 'upsert_profile', identifier: other, compartment_id: 'c', ...update }),
      ['user_identifiers', 'user_points', 'user_profiles'],
    ],
    [
      'a line with a choice',
      oldestBatch,
      line({ kind: 'upsert_choice', identifier: person, ...choice }),
      ['user_choices', 'user_identifiers', 'user_points'],
    ],
    [
      'a line with a segment',
      oldestBatch,
      line({ kind: 'update_segment', identifier: person, segment_id: '12', expiration_ts: null }),
      ['user_identifiers', 'user_points', 'user_segments'],
    ],
    [
      'a line that joins identifiers',
      oldestBatch,
      line({ kind: 'associate', identifiers: [agent('new'), person] }),
      ['user_identifiers', 'user_points'],
    ],
  ];

/** Erases the person, and lets time pass until the identifiers are kept under their hashes only. */
async function eraseAndWait(datamart_id: string, ageMs: number): Promise<void> {
  await replays.deliver([activityOf(datamart_id, [person, other], now - 2)], now);
  await replays.erase(datamart_id, person, now);
  for (const at of [now, now + ageMs]) await replays.keep(at);
  const short = await replays.database.dataSource.query<unknown[]>(
    'select from erased_identifiers where datamart_id = $1',
    [datamart_id],
  );
  expect(short).toEqual([]);
}

describe.each(paths)('%s that is replayed', (_path, ageMs, replay, tables) => {
  it('stores nothing of a person who was erased after it came in', async () => {
    const datamart_id = aDatamart();
    await eraseAndWait(datamart_id, ageMs);
    await replay(datamart_id, now, now + ageMs);
    expect(await replays.tables(datamart_id)).toEqual([]);
  });

  it('is stored if it came in after the erasure', async () => {
    const datamart_id = aDatamart();
    await eraseAndWait(datamart_id, ageMs);
    await replay(datamart_id, now + 1, now + ageMs);
    expect(await replays.tables(datamart_id)).toEqual(expect.arrayContaining(tables));
  });

  it('is stored without the kept hashes (control)', async () => {
    const datamart_id = aDatamart();
    await eraseAndWait(datamart_id, ageMs);
    await replays.database.dataSource.query('delete from kept_erasures where datamart_id = $1', [datamart_id]);
    await replay(datamart_id, now, now + ageMs);
    expect(await replays.tables(datamart_id)).toEqual(expect.arrayContaining(tables));
  });
});

describe('an erasure', () => {
  it('that is repeated years later counts from the last time, also if an older version has recorded it', async () => {
    const datamart_id = aDatamart();
    await eraseAndWait(datamart_id, years);
    await replays.erase(datamart_id, person, now + years);
    await replays.database.dataSource.query(
      'update erased_identifiers set erasure_ts = erasure_ts + 1 where datamart_id = $1',
      [datamart_id],
    );
    for (const at of [now + years, now + 2 * years]) await replays.keep(at);
    const at = now + 2 * years;
    await replays.deliver([activityOf(datamart_id, [person], now + years + 1)], at);
    expect(await replays.people(datamart_id)).toEqual([]);
    await replays.deliver([activityOf(datamart_id, [person], now + years + 2)], at);
    expect(await replays.people(datamart_id)).toHaveLength(1);
  });

  it('of another datamart refuses nothing', async () => {
    const datamart_id = aDatamart();
    await eraseAndWait(aDatamart(), years);
    await replays.deliver([activityOf(datamart_id, [person], now)], now + years);
    expect(await replays.people(datamart_id)).toHaveLength(1);
  });

  it('is not forgotten before it is kept, however late that is', async () => {
    const datamart_id = aDatamart();
    await replays.erase(datamart_id, person, now);
    // No process has run since.
    await replays.keep(now + years);
    await replays.deliver([activityOf(datamart_id, [person], now)], now + years);
    expect(await replays.people(datamart_id)).toEqual([]);
  });

  it('takes less than 150 bytes for each identifier', async () => {
    const { dataSource } = replays.database;
    const size = async () => {
      const [row] = await dataSource.query<{ size: string }[]>(
        `select pg_total_relation_size('kept_erasures') as size`,
      );
      return Number(row?.size);
    };
    const before = await size();
    await dataSource.query(
      `insert into kept_erasures select 99, $1::bigint, gen_random_uuid() from generate_series(1, 20000)`,
      [now],
    );
    expect((await size()) - before).toBeLessThan(150 * 20_000);
  });
});

describe('the search for erasures', () => {
  const searches = async (received_ts: number) => {
    const recording = recordStatements();
    await replays.deliver([activityOf(aDatamart(), [person], received_ts)], now);
    recording.stop();
    return [...recording.texts].filter((text) => /erased_identifiers|kept_erasures/.test(text));
  };

  it('is one statement of a batch, which reads the kept ones only for what is replayed', async () => {
    expect(await searches(now)).toEqual([expect.not.stringContaining('kept_erasures')]);
    expect(await searches(now - years)).toEqual([expect.stringContaining('kept_erasures')]);
  });
});
