import { eventLoopYielder } from '@tributary/bus/consuming/yield-to-event-loop';
import { uuid8 } from '@tributary/contracts/values/uuid';
import type { Scan, SeenColumn, SeenTable } from '../engines/engine.js';
import type { ColumnRow, DatabaseRow, Outline, SchemaRow, StoredDates, TableRow } from './tree.js';

/** The warehouse and the time of a scan. */
export interface ScanContext {
  data_warehouse_id: string;
  now: number;
}

/** A table after a scan, with everything needed to merge its columns. */
export interface MergedTable {
  row: TableRow;
  stored?: TableRow;
  /** The scanned columns, in order. Empty if the table has disappeared, absent if its columns could not be read. */
  columns?: SeenColumn[];
  /** The names of database, schema and table. */
  path: string[];
}

export interface MergedOutline {
  databases: DatabaseRow[];
  schemas: SchemaRow[];
  tables: MergedTable[];
}

/** Derived from the names only, so `fetch_only` returns the same ids as a stored refresh. */
export const elementId = (data_warehouse_id: string, path: string[]) =>
  uuid8(JSON.stringify([data_warehouse_id, ...path]));

/** The tree after a scan. Other work gets its share of the thread: a large tree takes a second. */
export async function mergeOutline(stored: Outline, scan: Scan, context: ScanContext): Promise<MergedOutline> {
  const steps = mergeSteps(stored, scan, context);
  const yieldToEventLoop = eventLoopYielder();
  let step = steps.next();
  while (!step.done) {
    const pause = yieldToEventLoop();
    if (pause) await pause;
    step = steps.next();
  }
  return step.value;
}

/**
 * Yields after each table. A seen element is discovered, or gets a new last_seen_date and loses its disappearance_date. An
 * element that is not seen disappears, with its subtree, if and only if the list in which it was expected is complete; it
 * keeps its first disappearance_date. Everything else stays as it was.
 */
export function* mergeSteps(stored: Outline, scan: Scan, context: ScanContext): Generator<void, MergedOutline> {
  const merged: MergedOutline = { databases: [], schemas: [], tables: [] };
  const schemasOf = Map.groupBy(stored.schemas, ({ database_id }) => database_id);
  const tablesOf = Map.groupBy(stored.tables, ({ schema_id }) => schema_id);
  for (const { dates, name, ...database } of match(stored.databases, databasesOf(scan, stored), context.now)) {
    const id = database.stored?.id ?? elementId(context.data_warehouse_id, [name]);
    merged.databases.push({ id, data_warehouse_id: context.data_warehouse_id, name, ...dates });
    const schemas = childrenSeen(dates, database.seen?.schemas);
    for (const { dates, ...schema } of match(schemasOf.get(id) ?? [], schemas, context.now)) {
      const path = [name, schema.name];
      const schema_id = schema.stored?.id ?? elementId(context.data_warehouse_id, path);
      merged.schemas.push({ id: schema_id, database_id: id, name: schema.name, ...dates });
      const tables = childrenSeen(dates, schema.seen?.tables);
      for (const pair of match(tablesOf.get(schema_id) ?? [], tables, context.now)) {
        merged.tables.push(mergeTable(pair, schema_id, [...path, pair.name], context));
        yield;
      }
    }
  }
  return merged;
}

/** The columns of a table after a scan. An unchanged column is the same object as in `stored`. */
export function mergeColumns(stored: ColumnRow[], table: MergedTable, context: ScanContext): ColumnRow[] {
  if (!table.columns) return stored;
  const known = new Map(stored.map((column) => [column.column_name, column]));
  const names = new Set(table.columns.map(({ column_name }) => column_name));
  const missing = stored.filter(({ column_name }) => !names.has(column_name));
  return [
    ...table.columns.map((seen, index) => columnSeen(known.get(seen.column_name), seen, index, table, context)),
    ...missing.map((column) => columnMissing(column, table, context)),
  ];
}

interface Named {
  name: string;
}

interface Match<Stored, Seen> {
  name: string;
  stored?: Stored;
  seen?: Seen;
  dates: StoredDates;
}

/** Pairs stored and seen elements by name. `seen` is undefined if the list could not be read. */
function match<Stored extends Named & StoredDates, Seen extends Named>(
  stored: Stored[],
  seen: { list: Seen[]; isComplete: boolean } | undefined,
  now: number,
): Match<Stored, Seen>[] {
  const seenNames = new Map(seen?.list.map((element) => [element.name, element]));
  const storedNames = new Set(stored.map(({ name }) => name));
  const matches: Match<Stored, Seen>[] = stored.map((element) => {
    const found = seenNames.get(element.name);
    const dates = found ? seenDates(element, now) : missingDates(element, seen?.isComplete ?? false, now);
    return { name: element.name, stored: element, ...(found && { seen: found }), dates };
  });
  for (const [name, element] of seenNames)
    if (!storedNames.has(name)) matches.push({ name, seen: element, dates: seenDates(undefined, now) });
  return matches;
}

const seenDates = (stored: StoredDates | undefined, now: number): StoredDates => ({
  discovery_date: stored?.discovery_date ?? now,
  last_seen_date: now,
  disappearance_date: null,
});

const missingDates = (
  { discovery_date, last_seen_date, disappearance_date }: StoredDates,
  isProvenGone: boolean,
  now: number,
): StoredDates => ({
  discovery_date,
  last_seen_date,
  disappearance_date: disappearance_date ?? (isProvenGone ? now : null),
});

/** A database that exists but could not be read has not disappeared. It is not discovered either, unless already stored. */
function databasesOf({ databases, isComplete }: Scan, stored: Outline) {
  const known = new Set(stored.databases.map(({ name }) => name));
  return { list: databases.filter(({ name, schemas }) => schemas !== undefined || known.has(name)), isComplete };
}

/** An element that has disappeared certainly has no children. */
function childrenSeen<Seen>({ disappearance_date }: StoredDates, list: Seen[] | undefined) {
  if (disappearance_date !== null) return { list: [], isComplete: true };
  return list && { list, isComplete: true };
}

function mergeTable(
  { stored, seen, name, dates }: Match<TableRow, SeenTable>,
  schema_id: string,
  path: string[],
  { data_warehouse_id, now }: ScanContext,
): MergedTable {
  const columns = childrenSeen(dates, seen?.columns)?.list;
  const row: TableRow = {
    id: stored?.id ?? elementId(data_warehouse_id, path),
    schema_id,
    name,
    ...readAccess(stored, seen, now),
    columns_seen_date: seen?.columns ? now : (stored?.columns_seen_date ?? null),
    ...dates,
  };
  return { row, ...(stored && { stored }), ...(columns && { columns }), path };
}

/** The date is set when read access is lost: a table that was never readable has none. */
function readAccess(stored: TableRow | undefined, seen: SeenTable | undefined, now: number) {
  const has_read_access = (seen ?? stored)?.has_read_access ?? false;
  if (has_read_access) return { has_read_access, read_access_disappearance_date: null };
  const lost = stored?.has_read_access ? now : (stored?.read_access_disappearance_date ?? null);
  return { has_read_access, read_access_disappearance_date: lost };
}

function columnSeen(
  stored: ColumnRow | undefined,
  seen: SeenColumn,
  index: number,
  { row, path }: MergedTable,
  { data_warehouse_id, now }: ScanContext,
): ColumnRow {
  if (stored && isAsStored(stored, seen, index)) return stored;
  return {
    id: stored?.id ?? elementId(data_warehouse_id, [...path, seen.column_name]),
    table_id: row.id,
    ...seen,
    index,
    discovery_date: stored?.discovery_date ?? now,
    last_seen_date: null,
    disappearance_date: null,
  };
}

const isAsStored = (stored: ColumnRow, seen: SeenColumn, index: number) =>
  stored.disappearance_date === null &&
  stored.last_seen_date === null &&
  stored.index === index &&
  stored.type_name === seen.type_name &&
  stored.nullable === seen.nullable &&
  stored.primary_key === seen.primary_key &&
  stored.repeated === seen.repeated &&
  stored.has_read_access === seen.has_read_access;

/** A missing column gets its own last_seen_date, because `columns_seen_date` of its table no longer applies to it. */
function columnMissing(column: ColumnRow, { stored }: MergedTable, { now }: ScanContext): ColumnRow {
  if (column.disappearance_date !== null && column.last_seen_date !== null) return column;
  return {
    ...column,
    last_seen_date: column.last_seen_date ?? stored?.columns_seen_date ?? column.discovery_date,
    disappearance_date: column.disappearance_date ?? now,
  };
}
