import { eventLoopYielder } from '@tributary/bus/consuming/yield-to-event-loop';
import type { DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import type { Scan } from '../engines/engine.js';
import { mergeColumns, mergeOutline } from './merge-metadata.js';
import { emptyOutline, type TableRow } from './tree.js';
import { wireDates, writeInfos } from './write-infos.js';

/** Columns that are written at once, unless one table has more. */
const chunkColumns = 5_000;

/** The response for a scan that is not stored, as if the stored tree were empty. */
export async function* infosOfScan({ id, name }: DataWarehouse, scan: Scan, now: number): AsyncGenerator<string> {
  const context = { data_warehouse_id: id, now };
  const { databases, schemas, tables } = await mergeOutline(emptyOutline, scan, context);
  const tableOf = new Map(tables.map((table) => [table.row, table]));
  const yieldToEventLoop = eventLoopYielder();
  const columnsOf = async (chunk: TableRow[]) => {
    const texts: string[] = [];
    let count = 0;
    for (const row of chunk) {
      const columns = mergeColumns([], tableOf.get(row) ?? { row, path: [] }, context);
      texts.push(JSON.stringify(columns.map((column) => wireColumn(column, now))));
      count += columns.length;
      if (count > chunkColumns) break;
    }
    await yieldToEventLoop();
    return texts;
  };
  yield* writeInfos({ id, name }, { databases, schemas, tables: tables.map(({ row }) => row) }, columnsOf);
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
    has_read_access,
    ...dates
  }: ReturnType<typeof mergeColumns>[number],
  now: number,
) => ({
  id,
  column_name,
  type_name,
  index,
  nullable,
  primary_key,
  repeated,
  has_read_access,
  ...wireDates({ ...dates, last_seen_date: now }),
});
