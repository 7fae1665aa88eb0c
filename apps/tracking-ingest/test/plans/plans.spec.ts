import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ColumnFill } from '@tributary/testing/plans/grown-tables';
import { explainInRegimes, statisticsOfRegimes, type ExplainedStatements } from '@tributary/testing/plans/regimes';
import { trackingDatabase } from '../../src/database.js';
import { recordEveryFeature } from '../distribution/record-every-feature.js';
import { localTables } from '../distribution/table-keys.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { scansThatGrow } from './scans-that-grow.js';

/** They have a row per datamart, hour, instance or name of an event. */
const small = new Set([
  'collection_countings',
  'collection_counts',
  'refusal_counts',
  'refusal_sources',
  'judged_rules',
  'tracking_plans',
  'planned_event_types',
  'event_type_days',
  'observed_event_types',
  'observed_properties',
  'accepted_counts',
  'activity_counts',
]);
const isGrowing = (table: string) => table === 'outbox' || !(table in localTables || small.has(table));

/** One value of these may be that of most rows. */
const coarse = new Set([
  'datamart_id',
  'segment_id',
  'compartment_id',
  'name',
  'property',
  'partition',
  'execution_id',
]);
const days: Record<string, string> = { activities_20260101: '2026-01-01', activities_undated: '-infinity' };
const missing = new Set(['finish_ts', 'undone_ts', 'last_loss', 'barrier', 'kept_ts']);

/** All rows are of one datamart. */
const fill: ColumnFill = ({ table, name }) => {
  if (name === 'datamart_id') return '7';
  if (name === 'day') return `'${days[table] ?? '2026-01-01'}'`;
  if (name === 'type') return table === 'audience_segments' ? `'USER_LIST'` : `'USER_ACCOUNT'`;
  if (name === 'segment_id' && table === 'user_segments') return `'x' || g % 3`;
  return missing.has(name) ? 'null' : undefined;
};

let database: TrackingDatabase;
let explained: ExplainedStatements;
beforeAll(async () => {
  const recorded = await recordEveryFeature();
  await recorded.stop();
  const statements = [...recorded.recording.values].filter(([text]) => !/\bpg_(class|database)\b/.test(text));
  database = await startTrackingDatabase();
  await database.dataSource.query(`create table activities_20260101 partition of activities
    for values from ('2026-01-01') to ('2026-01-02')`);
  const app = { database: trackingDatabase, url: database.postgres.url, schema: 'tracking_ingest' };
  explained = await explainInRegimes({ ...app, isGrowing, coarse, fill }, new Map(statements));
});
afterAll(async () => {
  await explained.stop();
  await database.stop();
});

const known = Object.values(scansThatGrow).flat();
const isKnown = (text: string) => known.some((part) => text.includes(part));

describe('no statement scans what grows with its datamart, except for known ones', () => {
  it.each(statisticsOfRegimes)('with statistics %s', (statistics) => {
    const found = [...(explained.growing.get(statistics) ?? [])].filter(([text]) => !isKnown(text));
    expect(Object.fromEntries(found)).toEqual({});
  });

  it('has a scan for each known one', () => {
    const found = [...explained.growing.values()].flatMap((texts) => [...texts.keys()]);
    expect(known.filter((part) => !found.some((text) => text.includes(part)))).toEqual([]);
  });

  it.each([
    [
      'an array beside the datamart',
      'select from user_identifiers where datamart_id = $1 and value = any($2)',
      ['7', ['x1']],
    ],
    [
      'a join over the datamart',
      'select from user_profiles join user_choices using (datamart_id, creation_ts) where datamart_id = $1',
      ['7'],
    ],
    ['a whole table', 'select count(*) from outbox', []],
    [
      'a limit behind a filter',
      'select from user_points where datamart_id = $1 and creation_ts > $2 limit 1',
      ['7', 9],
    ],
  ])('would find %s (control)', async (_case, text, values) => {
    expect([...(await explained.explain(new Map([[text, values]]))).keys()]).toEqual([text]);
  });

  it.each([
    ['a key', 'select from user_points where (datamart_id, user_point_id) = ($1, $2::uuid)', ['7', null]],
    ['a page', 'select from user_points where datamart_id = $1 order by user_point_id limit 10', ['7']],
  ])('accepts %s (control)', async (_case, text, values) => {
    expect(await explained.explain(new Map([[text, values]]))).toEqual(new Map());
  });
});
