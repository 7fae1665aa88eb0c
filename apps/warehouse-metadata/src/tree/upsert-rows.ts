import { copyInto, type CopyValue } from '@tributary/database/copy';
import { type ClientBase, escapeIdentifier } from 'pg';

/** Inserts or replaces rows by `id`: COPY into a temporary table, then upsert. Needs a transaction. */
export async function upsertRows<Name extends string>(
  client: ClientBase,
  table: string,
  columns: readonly Name[],
  rows: readonly Record<Name, CopyValue>[],
): Promise<void> {
  if (rows.length === 0) return;
  const incoming = `incoming_${table}`;
  await client.query(
    `create temporary table if not exists ${escapeIdentifier(incoming)}
      (like ${escapeIdentifier(table)}) on commit drop`,
  );
  await copyInto(
    client,
    incoming,
    columns,
    rows.map((row) => columns.map((column) => row[column])),
  );
  const names = columns.map((column) => escapeIdentifier(column));
  await client.query(
    `insert into ${escapeIdentifier(table)} (${names.join(', ')})
      select ${names.join(', ')} from ${escapeIdentifier(incoming)}
      on conflict (id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
  await client.query(`truncate ${escapeIdentifier(incoming)}`);
}
