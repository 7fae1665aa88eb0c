import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource, poolOf } from '@tributary/database/data-source';
import { explainStatements } from '@tributary/testing/plans/explain-statements';
import { GrownTables, type ColumnFill } from '@tributary/testing/plans/grown-tables';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { trackingDatabase } from '../../src/database.js';
import { recordEveryFeature } from '../distribution/record-every-feature.js';
import { localTables } from '../distribution/table-keys.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';
import { scansThatGrow } from './scans-that-grow.js';

// Until the first autoanalyze, and while a table grows faster than it is analyzed, the planner knows nothing about it.

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

const [few, many, left] = [100, 5_000, 1_000];
const regimes: [string, (tables: GrownTables) => Promise<void>][] = [
  // A connection keeps the plans of its first seconds until a table is analyzed.
  ['missing, of empty tables', () => Promise.resolve()],
  [
    'of a hundred rows',
    async (tables) => {
      await tables.grow(1, few);
      await tables.analyze();
      await tables.grow(few + 1, many);
    },
  ],
  ['missing', (tables) => tables.forgetStatistics()],
  ['right', (tables) => tables.analyze()],
  ['of many rows, which are gone', (tables) => tables.shrink(left)],
];

let statements: Map<string, unknown[]>;
let database: TrackingDatabase;
let connection: DataSource;
let client: pg.PoolClient;
let growing: Map<string, Map<string, string[]>>;
let explain: (explained: ReadonlyMap<string, unknown[]>) => Promise<Map<string, string[]>>;
beforeAll(async () => {
  const recorded = await recordEveryFeature();
  await recorded.stop();
  statements = new Map([...recorded.recording.values].filter(([text]) => !/\bpg_(class|database)\b/.test(text)));
  database = await startTrackingDatabase();
  connection = await createDataSource({ ...trackingDatabase, url: database.postgres.url, poolSize: 1 }).initialize();
  await connection.query(`create table activities_20260101 partition of activities
    for values from ('2026-01-01') to ('2026-01-02')`);
  const admin = new pg.Client({ connectionString: database.postgres.url });
  await admin.connect();
  await admin.query('set search_path = tracking_ingest');
  const tables = await GrownTables.open(admin, isGrowing, fill);
  const growth = { indexes: await tables.indexes(), tables: tables.tables, coarse };
  client = await poolOf(connection).connect();
  explain = (explained) => explainStatements(client, explained, growth);
  growing = new Map();
  for (const [statistics, reach] of regimes) {
    await reach(tables);
    growing.set(statistics, await explain(statements));
  }
  await admin.end();
});
afterAll(async () => {
  client.release();
  await connection.destroy();
  await database.stop();
});

const known = Object.values(scansThatGrow).flat();
const isKnown = (text: string) => known.some((part) => text.includes(part));

describe('no statement scans what grows with its datamart, except for known ones', () => {
  it.each(regimes)('with statistics %s', (statistics) => {
    const found = [...(growing.get(statistics) ?? [])].filter(([text]) => !isKnown(text));
    expect(Object.fromEntries(found)).toEqual({});
  });

  it('has a scan for each known one', () => {
    const found = [...growing.values()].flatMap((texts) => [...texts.keys()]);
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
    expect([...(await explain(new Map([[text, values]]))).keys()]).toEqual([text]);
  });

  it.each([
    ['a key', 'select from user_points where (datamart_id, user_point_id) = ($1, $2::uuid)', ['7', null]],
    ['a page', 'select from user_points where datamart_id = $1 order by user_point_id limit 10', ['7']],
  ])('accepts %s (control)', async (_case, text, values) => {
    expect(await explain(new Map([[text, values]]))).toEqual(new Map());
  });
});
