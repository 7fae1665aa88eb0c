import { queryDatabase } from '@tributary/testing/postgres/query-database';

type Row = Record<string, unknown>;
/** The rows of every table that holds content, by the name of the table. */
export type StoredRows = ReadonlyMap<string, Row[]>;

const schemas = ['activity_analysis', 'admin', 'import_worker', 'tracking_ingest', 'warehouse_metadata'];

/** Tables whose rows change while the platform works: queues, counts, leases and offsets. */
const changing = [
  'activity_analysis.analysis_queues',
  'activity_analysis.permits',
  'activity_analysis.taken_partitions',
  'activity_analysis.throttle_states',
  'activity_analysis.waiting_activities',
  'tracking_ingest.accepted_counts',
  'tracking_ingest.activity_counts',
  'tracking_ingest.backfill_requests',
  'tracking_ingest.collection_changes',
  'tracking_ingest.collection_countings',
  'tracking_ingest.collection_counts',
  'tracking_ingest.counted_partitions',
  'tracking_ingest.deleted_segments',
  'tracking_ingest.segment_count_changes',
  'tracking_ingest.segment_counts',
  ...schemas.flatMap((schema) => [`${schema}.outbox`, `${schema}.outbox_partition`, `${schema}.outbox_timeline`]),
];

/** Drawn again when what gateways know of all users, tokens and keys changes. */
const redrawn = new Map(
  ['users', 'api_tokens', 'message_authentication_keys'].map((table) => [`admin.${table}`, 'version']),
);

export async function readStoredRows(databaseUrl: string): Promise<StoredRows> {
  const { rows: tables } = await queryDatabase<{ name: string }>(
    databaseUrl,
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition and nspname in ('${schemas.join("','")}') order by name`,
  );
  const stored = new Map<string, Row[]>();
  for (const { name } of tables.filter((table) => !changing.includes(table.name))) {
    const { rows } = await queryDatabase<{ row: Row }>(databaseUrl, `select to_jsonb(t) as row from ${name} t`);
    stored.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return stored;
}

export const emptyTables = (stored: StoredRows): string[] =>
  [...stored].filter(([, rows]) => rows.length === 0).map(([table]) => table);

/** The rows that were there before and are missing or changed afterwards. Another version may have added columns. */
export function findMissingRows(before: StoredRows, after: StoredRows): string[] {
  return [...before].flatMap(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column !== redrawn.get(table));
    const textOf = (row: Row) => JSON.stringify(columns.map((column) => row[column]));
    const present = new Set((after.get(table) ?? []).map(textOf));
    return rows.filter((row) => !present.has(textOf(row))).map((row) => `${table}: ${JSON.stringify(row)}`);
  });
}
