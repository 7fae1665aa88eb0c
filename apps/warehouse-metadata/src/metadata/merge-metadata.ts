import { groupBy } from '@tributary/bus/group-by';
import { uuid8 } from '@tributary/contracts/uuid';
import type { Scan, SeenColumn, SeenTable } from '../engines/engine.js';
import type { ColumnRow, DatabaseRow, Outline, SchemaRow, StoredDates, TableRow } from './tree.js';

/** Where and when a scan was made. */
export interface ScanContext {
  data_warehouse_id: string;
  now: number;
}

/** A table after a scan, with what the merge of its columns needs. */
export interface MergedTable {
  row: TableRow;
  stored?: TableRow;
  /** Its columns by the scan, in order; none for a table that is gone, absent when they were not read. */
  columns?: SeenColumn[];
  /** The names from the database down to the table. */
  path: string[];
}

export interface MergedOutline {
  databases: DatabaseRow[];
  schemas: SchemaRow[];
  tables: MergedTable[];
}

/** The same for the same names, whatever is stored. */
export const elementId = (data_warehouse_id: string, path: string[]) =>
  uuid8(JSON.stringify([data_warehouse_id, ...path]));

/**
 * The tree after a scan. What is seen is discovered or its last_seen_date moves and its disappearance is taken back.
 * What is not seen disappears if, and only if, the list that it should be in is proven complete, and its whole subtree
 * with it; the first date stays. Everything else is left as it was.
 */
export function mergeOutline(stored: Outline, scan: Scan, context: ScanContext): MergedOutline {
  const merged: MergedOutline = { databases: [], schemas: [], tables: [] };
  const schemasOf = groupBy(stored.schemas, ({ database_id }) => database_id);
  const tablesOf = groupBy(stored.tables, ({ schema_id }) => schema_id);
  for (const { dates, name, ...database } of match(stored.databases, databasesOf(scan, stored), context.now)) {
    const id = database.stored?.id ?? elementId(context.data_warehouse_id, [name]);
    merged.databases.push({ id, data_warehouse_id: context.data_warehouse_id, name, ...dates });
    const schemas = childrenSeen(dates, database.seen?.schemas);
    for (const { dates, ...schema } of match(schemasOf.get(id) ?? [], schemas, context.now)) {
      const path = [name, schema.name];
      const schema_id = schema.stored?.id ?? elementId(context.data_warehouse_id, path);
      merged.schemas.push({ id: schema_id, database_id: id, name: schema.name, ...dates });
      const tables = childrenSeen(dates, schema.seen?.tables);
      for (const pair of match(tablesOf.get(schema_id) ?? [], tables, context.now))
        merged.tables.push(mergeTable(pair, schema_id, [...path, pair.name], context));
    }
  }
  return merged;
}

/** The columns of a table after a scan; one that stays as it was is the very same object. */
export function mergeColumns(stored: ColumnRow[], table: MergedTable, context: ScanContext): ColumnRow[] {
  if (!table.columns) return stored;
  const known = new Map(stored.map((column) => [column.column_name, column]));
  const names = new Set(table.columns.map(({ column_name }) => column_name));
  const gone = stored.filter(({ column_name }) => !names.has(column_name));
  return [
    ...table.columns.map((seen, index) => columnSeen(known.get(seen.column_name), seen, index, table, context)),
    ...gone.map((column) => columnGone(column, table, context)),
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

/** Every element that was stored or is seen. `seen` is the complete list, or undefined when there is none. */
function match<Stored extends Named & StoredDates, Seen extends Named>(
  stored: Stored[],
  seen: { list: Seen[]; isComplete: boolean } | undefined,
  now: number,
): Match<Stored, Seen>[] {
  const seenNames = new Map(seen?.list.map((element) => [element.name, element]));
  const storedNames = new Set(stored.map(({ name }) => name));
  const matches: Match<Stored, Seen>[] = stored.map((element) => {
    const found = seenNames.get(element.name);
    const dates = found ? sighted(element, now) : missed(element, seen?.isComplete ?? false, now);
    return { name: element.name, stored: element, ...(found && { seen: found }), dates };
  });
  for (const [name, element] of seenNames)
    if (!storedNames.has(name)) matches.push({ name, seen: element, dates: sighted(undefined, now) });
  return matches;
}

const sighted = (stored: StoredDates | undefined, now: number): StoredDates => ({
  discovery_date: stored?.discovery_date ?? now,
  last_seen_date: now,
  disappearance_date: null,
});

const missed = (
  { discovery_date, last_seen_date, disappearance_date }: StoredDates,
  isProvenGone: boolean,
  now: number,
): StoredDates => ({
  discovery_date,
  last_seen_date,
  disappearance_date: disappearance_date ?? (isProvenGone ? now : null),
});

/** What exists and could not be entered is not gone; but nothing is known of it that would be worth a discovery. */
function databasesOf({ databases, isComplete }: Scan, stored: Outline) {
  const known = new Set(stored.databases.map(({ name }) => name));
  return { list: databases.filter(({ name, schemas }) => schemas !== undefined || known.has(name)), isComplete };
}

/** What is gone has, for certain, nothing in it. */
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

/** Lost is only what was there: a table that never was readable has no date. */
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
  stored.repeated === seen.repeated;

/** The date of its table's latest list is from now on not its own any more. */
function columnGone(column: ColumnRow, { stored }: MergedTable, { now }: ScanContext): ColumnRow {
  if (column.disappearance_date !== null && column.last_seen_date !== null) return column;
  return {
    ...column,
    last_seen_date: column.last_seen_date ?? stored?.columns_seen_date ?? column.discovery_date,
    disappearance_date: column.disappearance_date ?? now,
  };
}
