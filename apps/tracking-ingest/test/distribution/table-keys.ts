import type { DataSource } from 'typeorm';

/** Tables that belong to no datamart. Citus would keep them on one server (local tables). All others are distributed. */
export const localTables: Readonly<Record<string, string>> = {
  migrations: 'which migrations ran',
  outbox: 'messages of all datamarts, in the order of their partition',
  outbox_partition: 'the locks of the relays',
  outbox_timeline: 'one row for the database',
  counted_partitions: 'positions in a topic, whose partitions hold messages of all datamarts',
  backfill_requests: 'a backfill is of all datamarts',
  rules_migration_steps: 'the migration to new rules is of all datamarts',
  erasure_key: 'one key for the database',
  profile_parts_since: 'the upgrade was of all datamarts at once',
  keyed_ids: 'the upgrade was of all datamarts at once',
};

interface TableKey {
  table: string;
  /** The name of a unique index or foreign key. */
  name: string;
  kind: 'unique' | 'foreign';
  columns: string[];
}

/** Each table or view of the schema, with its columns in order. */
export async function readTables(dataSource: DataSource): Promise<Map<string, string[]>> {
  const rows = await dataSource.query<{ table: string; columns: string[] }[]>(
    `select table_name as "table", array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns where table_schema = current_schema() group by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

export const readKeys = (dataSource: DataSource): Promise<TableKey[]> =>
  dataSource.query<TableKey[]>(
    `select relname as "table", key.name, key.kind, named.columns
      from pg_class
      cross join lateral (
        select indexrelid::regclass::text as name, 'unique' as kind, indkey::int2[] as attributes
        from pg_index where indrelid = pg_class.oid and indisunique
        union all
        select conname, 'foreign', conkey from pg_constraint where conrelid = pg_class.oid and contype = 'f') key
      cross join lateral (
        select array_agg(attname::text order by position) as columns
        from unnest(key.attributes) with ordinality as part (attnum, position)
        join pg_attribute using (attnum) where attrelid = pg_class.oid) named
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      order by 1, 2`,
  );

/** The tables without a datamart, and the keys that do not begin with it or lead to another table. */
export function findUndistributable(tables: ReadonlyMap<string, string[]>, keys: TableKey[]): string[] {
  const distributed = [...tables].filter(([table]) => !(table in localTables));
  const isWrong = ({ table, kind, columns }: TableKey) =>
    !(table in localTables) && (kind === 'foreign' || columns[0] !== 'datamart_id');
  return [
    ...distributed
      .filter(([, columns]) => !columns.includes('datamart_id'))
      .map(([table]) => `${table}: no datamart_id`),
    ...keys.filter(isWrong).map(({ table, name, columns }) => `${table}: ${name} (${columns.join(', ')})`),
  ];
}
