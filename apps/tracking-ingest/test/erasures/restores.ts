import { query } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';

const tablesOf = async (dataSource: DataSource) => {
  const { rows } = await query<{ name: string }>(
    dataSource,
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p') and not relispartition and relname !~ 'migrations|^backup_'`,
  );
  return rows.map(({ name }) => name);
};

/** Copies all rows of the app's schema, as a dump does. @returns the restore of these rows, instead of those of then */
export async function backUp(dataSource: DataSource): Promise<() => Promise<void>> {
  const tables = await tablesOf(dataSource);
  for (const table of tables) {
    await query(dataSource, `drop table if exists "backup_${table}"`);
    await query(dataSource, `create table "backup_${table}" as table "${table}"`);
  }
  return async () => {
    await query(dataSource, `truncate ${tables.map((table) => `"${table}"`).join(', ')}`);
    for (const table of tables)
      await query(dataSource, `insert into "${table}" overriding system value select * from "backup_${table}"`);
  };
}
