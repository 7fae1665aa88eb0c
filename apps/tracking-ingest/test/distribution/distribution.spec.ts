import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadModule } from 'libpg-query';
import { checkStatement, type Reach } from './check-statement.js';
import { recordEveryFeature } from './record-every-feature.js';
import { inOneLine } from '@tributary/testing/plans/source-sql';
import { findUndistributable, localTables, readKeys, readTables } from './table-keys.js';

// So that Citus can distribute the tables by datamart_id (ADR 37).

/** The statements that read or change all datamarts, and why. On Citus they are sent to all servers. */
const wholeTables: Record<string, string[]> = {
  'jobs that add up counts': [
    'delete from collection_changes returning',
    'delete from segment_count_changes returning',
    'select true from collection_changes limit 1',
    'select from segment_count_changes limit 1',
    'from activity_reconciliation where hour_ts >=',
    'select datamart_id from pending_namings group by datamart_id',
  ],
  'housekeeping, by time': [
    '= (due.datamart_id, due.tid)',
    'where day = $1',
    'where kept_ts is distinct from erasure_ts',
  ],
  'expired memberships, and the dead ones of a deleted segment': [
    'select array_agg(tid)::text as tids',
    'select from user_segments where expiration_ts < $1',
    '= (listed.datamart_id, listed.tid)',
    'from deleted_segments where finish_ts is null',
  ],
  'the junk that is stored': ['from stored_junk junk join user_identifiers i'],
  'pages of a backfill, and of the migration to new rules': [
    'where (datamart_id, ',
    'and (datamart_id, user_point_id) >= ($1, $2::uuid)',
  ],
  'profiles in parts, for a rollback': ['select datamart_id, user_point_id from user_profile_parts'],
  'people who gained something, flagged ones, and their number': [
    'from judged_rules',
    'with due as ( select datamart_id, gain_id from gains where not is_judged',
    'from flagged_people where judged_ts <= $1',
    'from flagged_people where until_ts > $1 group by datamart_id',
  ],
  'all plans, after a restore': ['select datamart_id from tracking_plans'],
  'the segments of an organisation': ['from audience_segments where organisation_id = $1'],
  'requests that name a segment by its id alone': ['from audience_segments where id = $1'],
};

let recorded: Awaited<ReturnType<typeof recordEveryFeature>>;
beforeAll(async () => {
  await loadModule();
  recorded = await recordEveryFeature();
});
afterAll(() => recorded.stop());

const withReach = (reach: Reach) =>
  [...recorded.recording.texts]
    .filter((text) => checkStatement(text, recorded.distributed).reach === reach)
    .map(inOneLine);

describe('the statements of all features', () => {
  it('combine rows by datamart_id only', () => {
    const problems = [...recorded.recording.texts].flatMap((text) =>
      checkStatement(text, recorded.distributed).problems.map((problem) => `${problem}: ${inOneLine(text)}`),
    );
    expect(problems).toEqual([]);
  });

  it('name their datamarts, except for known ones', () => {
    const known = Object.values(wholeTables).flat();
    const whole = withReach('all');
    expect(whole.filter((text) => !known.some((part) => text.includes(part)))).toEqual([]);
    expect(known.filter((part) => !whole.some((text) => text.includes(part)))).toEqual([]);
    expect(withReach('one').length).toBeGreaterThan(20);
    expect(withReach('batch').length).toBeGreaterThan(20);
  });

  it('are all that the sources have (control)', () => {
    const all = recorded.unsentTexts([]);
    expect(all.length).toBeGreaterThan(60);
    const [first] = all;
    expect(
      recorded.unsentTexts(
        [...recorded.recording.texts].filter((text) => !inOneLine(text).includes(first?.text ?? '')),
      ),
    ).toContainEqual(first);
  });

  it('would not pass with a join across datamarts (control)', async () => {
    const wrong = 'select count(*) from user_points p join user_identifiers i using (user_point_id)';
    await recorded.tracking.database.query(wrong);
    expect(recorded.recording.texts.delete(wrong)).toBe(true);
    expect(checkStatement(wrong, recorded.distributed)).toEqual({
      reach: 'all',
      problems: ['user_points and user_identifiers are not joined by datamart_id'],
    });
  });
});

describe('the tables', () => {
  it('begin all keys with datamart_id, except for those of no datamart', async () => {
    expect(findUndistributable(recorded.tables, await readKeys(recorded.tracking.database))).toEqual([]);
    expect(Object.keys(localTables).filter((table) => !recorded.tables.has(table))).toEqual([]);
  });

  it.each([
    ['without a datamart', 'create table wrong (id bigint)', 'wrong: no datamart_id'],
    [
      'with a key of its own',
      'create table wrong (datamart_id bigint, id bigint primary key)',
      'wrong: wrong_pkey (id)',
    ],
    [
      'with a key that ends with the datamart',
      'create table wrong (datamart_id bigint, id bigint, unique (id, datamart_id))',
      'wrong: wrong_id_datamart_id_key (id, datamart_id)',
    ],
    [
      'with a foreign key',
      `create table wrong (datamart_id bigint, user_point_id uuid, foreign key (datamart_id, user_point_id)
        references user_points)`,
      'wrong: wrong_datamart_id_user_point_id_fkey (datamart_id, user_point_id)',
    ],
  ])('would not include one %s (control)', async (_case, sql, problem) => {
    await recorded.tracking.database.query(sql);
    const found = findUndistributable(
      await readTables(recorded.tracking.database),
      await readKeys(recorded.tracking.database),
    );
    await recorded.tracking.database.query('drop table wrong');
    expect(found).toEqual([problem]);
  });
});
