import { groupBy } from '@tributary/bus/group-by';
import type { RefreshState } from '@tributary/contracts/warehouse-metadata';
import type { Outline, SchemaRow, StoredDates, TableRow } from './tree.js';

/** What the tree says of the warehouse itself. */
export interface InfosHead {
  id: string;
  name: string;
  refresh?: RefreshState;
}

/** Columns as JSON, one array for each of the tables, in their order. */
export type ColumnsOf = (tables: TableRow[]) => Promise<string[]>;

/** Tables whose columns are in memory at once. */
const chunkLength = 50;

/** The answer with a metadata tree, in pieces: a tree of 10,000 tables is 50 MB of JSON and never in memory as a whole. */
export async function* writeInfos(head: InfosHead, outline: Outline, columnsOf: ColumnsOf): AsyncGenerator<string> {
  const schemasOf = groupBy(outline.schemas, ({ database_id }) => database_id);
  const tablesOf = groupBy(outline.tables, ({ schema_id }) => schema_id);
  yield `{"status":"ok","data":${open(head)},"databases":[`;
  let separator = '';
  for (const { data_warehouse_id, id, name, ...dates } of outline.databases) {
    yield `${separator}${open({ data_warehouse_id, id, name, ...wireDates(dates) })},"schemas":[`;
    separator = ',';
    yield* writeSchemas(schemasOf.get(id) ?? [], tablesOf, columnsOf);
    yield ']}';
  }
  yield ']}}';
}

async function* writeSchemas(
  schemas: SchemaRow[],
  tablesOf: Map<string, TableRow[]>,
  columnsOf: ColumnsOf,
): AsyncGenerator<string> {
  let separator = '';
  for (const { id, name, ...dates } of schemas) {
    yield `${separator}${open({ id, name, ...wireDates(dates) })},"tables":[`;
    separator = ',';
    yield* writeTables(tablesOf.get(id) ?? [], columnsOf);
    yield ']}';
  }
}

async function* writeTables(tables: TableRow[], columnsOf: ColumnsOf): AsyncGenerator<string> {
  for (let first = 0; first < tables.length; first += chunkLength) {
    const chunk = tables.slice(first, first + chunkLength);
    const columns = await columnsOf(chunk);
    const texts = chunk.map((table, index) => `${open(wireTable(table))},"columns":${columns[index]}}`);
    yield (first > 0 ? ',' : '') + texts.join(',');
  }
}

/** The date of what has not happened is absent. */
export const wireDates = ({ discovery_date, last_seen_date, disappearance_date }: StoredDates) => ({
  discovery_date,
  last_seen_date,
  ...(disappearance_date !== null && { disappearance_date }),
});

const wireTable = ({ id, name, has_read_access, read_access_disappearance_date: lost, ...dates }: TableRow) => ({
  ...{ id, name, has_read_access },
  ...wireDates(dates),
  ...(lost !== null && { read_access_disappearance_date: lost }),
});

/** An object's JSON to which another member can be added. */
const open = (object: object) => JSON.stringify(object).slice(0, -1);
