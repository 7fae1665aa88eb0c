import type { RefreshState } from '@tributary/contracts/warehouses/warehouse-metadata';
import type { Outline, SchemaRow, StoredDates, TableRow } from './tree.js';

/** The members of the response besides the databases. */
export interface InfosHead {
  id: string;
  name: string;
  refresh?: RefreshState;
}

/** Returns the columns of the first tables, at least one, as a JSON array each, in the order of the tables. */
export type ColumnsOf = (tables: TableRow[]) => Promise<string[]>;

/** Tables whose columns are in memory at once. */
const chunkLength = 50;

/** Generates the response with a tree in pieces. A tree of 10,000 tables is 50 MB of JSON, and never in memory as a whole. */
export async function* writeInfos(head: InfosHead, outline: Outline, columnsOf: ColumnsOf): AsyncGenerator<string> {
  const schemasOf = Map.groupBy(outline.schemas, ({ database_id }) => database_id);
  const tablesOf = Map.groupBy(outline.tables, ({ schema_id }) => schema_id);
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
  for (let first = 0; first < tables.length;) {
    const chunk = tables.slice(first, first + chunkLength);
    const columns = await columnsOf(chunk);
    const texts = columns.map((json, index) => `${open(wireTable(chunk[index] as TableRow))},"columns":${json}}`);
    yield (first > 0 ? ',' : '') + texts.join(',');
    first += columns.length;
  }
}

/** Dates as in the API: an element that has not disappeared has no disappearance_date. */
export const wireDates = ({ discovery_date, last_seen_date, disappearance_date }: StoredDates) => ({
  discovery_date,
  last_seen_date,
  ...(disappearance_date !== null && { disappearance_date }),
});

const wireTable = ({ id, name, has_read_access, read_access_disappearance_date: lost, ...dates }: TableRow) => ({
  id,
  name,
  has_read_access,
  ...wireDates(dates),
  ...(lost !== null && { read_access_disappearance_date: lost }),
});

/** The JSON of an object without its closing brace, so that members can follow. */
const open = (object: object) => JSON.stringify(object).slice(0, -1);
