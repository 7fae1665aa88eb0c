import type { DataWarehouse } from '@tributary/contracts/warehouse';
import type { Scan } from '../engines/engine.js';
import { mergeColumns, mergeOutline } from './merge-metadata.js';
import { emptyOutline, type TableRow } from './tree.js';
import { wireDates, writeInfos } from './write-infos.js';

/** The answer with what an engine has shown, as if nothing were stored. */
export function infosOfScan({ id, name }: DataWarehouse, scan: Scan, now: number): AsyncGenerator<string> {
  const context = { data_warehouse_id: id, now };
  const { databases, schemas, tables } = mergeOutline(emptyOutline, scan, context);
  const tableOf = new Map(tables.map((table) => [table.row, table]));
  const columnsOf = (chunk: TableRow[]) => {
    const merged = chunk.map((row) => mergeColumns([], tableOf.get(row) ?? { row, path: [] }, context));
    return Promise.resolve(merged.map((columns) => JSON.stringify(columns.map((column) => wireColumn(column, now)))));
  };
  return writeInfos({ id, name }, { databases, schemas, tables: tables.map(({ row }) => row) }, columnsOf);
}

const wireColumn = (
  {
    id,
    column_name,
    type_name,
    index,
    nullable,
    primary_key,
    repeated,
    ...dates
  }: ReturnType<typeof mergeColumns>[number],
  now: number,
) => ({
  ...{ id, column_name, type_name, index, nullable, primary_key, repeated },
  ...wireDates({ ...dates, last_seen_date: now }),
});
