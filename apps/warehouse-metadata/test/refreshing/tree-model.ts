import type { Scan } from '../../src/engines/engine.js';
import { mergeColumns, mergeSteps, type MergedOutline } from '../../src/tree/merge-metadata.js';
import type { ColumnRow, Outline, StoredDates } from '../../src/tree/tree.js';

/** The whole tree in memory, by path. */
type Flat = Record<string, StoredDates & Record<string, unknown>>;

interface Tree {
  outline: Outline;
  columns: Map<string, ColumnRow[]>;
}

export const emptyTree = (): Tree => ({ outline: { databases: [], schemas: [], tables: [] }, columns: new Map() });

/** The merge of the store, in memory. */
export function mergeTree({ outline, columns }: Tree, scan: Scan, now: number): Tree {
  const context = { data_warehouse_id: '1', now };
  const { databases, schemas, tables } = run(mergeSteps(outline, scan, context));
  const merged = tables.map((table) => [table.row.id, mergeColumns(columns.get(table.row.id) ?? [], table, context)]);
  return {
    outline: { databases, schemas, tables: tables.map(({ row }) => row) },
    columns: new Map(merged as [string, ColumnRow[]][]),
  };
}

function run(steps: Generator<void, MergedOutline>): MergedOutline {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

export function flatten({ outline, columns }: Tree): Flat {
  const flat: Flat = {};
  const pathOf = new Map<string, string>();
  const add = (id: string, parent: string | undefined, name: string, element: Flat[string]) => {
    const path = parent === undefined ? name : `${pathOf.get(parent)}/${name}`;
    pathOf.set(id, path);
    flat[path] = element;
  };
  for (const { id, data_warehouse_id: _parent, name, ...database } of outline.databases)
    add(id, undefined, name, database);
  for (const { id, database_id, name, ...schema } of outline.schemas) add(id, database_id, name, schema);
  for (const { id, schema_id, name, columns_seen_date, ...table } of outline.tables) {
    add(id, schema_id, name, table);
    for (const { id: column, column_name, index, type_name, ...rest } of columns.get(id) ?? []) {
      const { discovery_date, disappearance_date, last_seen_date } = rest;
      const dates = { discovery_date, last_seen_date: last_seen_date ?? columns_seen_date ?? 0, disappearance_date };
      add(column, id, column_name, { index, type_name, ...dates });
    }
  }
  return flat;
}

/** The tree after scans at the times 1, 2, 3, … */
export const afterScans = (...scans: Scan[]): Flat =>
  flatten(scans.reduce((tree, scan, index) => mergeTree(tree, scan, index + 1), emptyTree()));
