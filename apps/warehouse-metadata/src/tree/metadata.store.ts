import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox/outbox';
import { constraintViolation, notFound, unavailable } from '@tributary/contracts/errors';
import { metadataRefreshed } from '@tributary/contracts/topics/topics';
import type { DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import { transaction } from '@tributary/database/transaction';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import type { Scan } from '../engines/engine.js';
import {
  mergeColumns,
  mergeOutline,
  type MergedOutline,
  type MergedTable,
  type ScanContext,
} from './merge-metadata.js';
import { readOutline } from './outline.js';
import type { ColumnRow } from './tree.js';
import { upsertRows } from './upsert-rows.js';

/** Tables whose columns are merged per step, and how many columns, unless one table has more. */
const chunkLength = 50;
const chunkColumns = 20_000;

/** Columns that are written per statement. */
const batchLength = 5_000;

/** The most tables in a stored tree, and columns in one table of it, including those that have disappeared. */
const maxStored = { tables: 100_000, columnsPerTable: 20_000 };

/** A first refresh of 10,000 tables writes 200,000 rows. */
const statementTimeoutMs = 60_000;

const columnsOfTables = `
  select id, table_id, column_name, type_name, index, nullable, primary_key, repeated, has_read_access,
    discovery_date::float8, last_seen_date::float8, disappearance_date::float8
  from metadata_columns where table_id = any($1::uuid[])`;

const columnCounts = `
  select table_id, count(*)::int as columns from metadata_columns where table_id = any($1::uuid[]) group by table_id`;

/** Writes the stored tree. */
@Injectable()
export class MetadataStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Merges a scan into the stored tree, in one transaction.
   *
   * @param holder holder of the lease during the scan. A refresh that has lost its lease must not overwrite a later one
   */
  async merge({ id, organisation_id }: DataWarehouse, scan: Scan, holder: string): Promise<void> {
    const work = async (client: ClientBase) => {
      await lockTree(client, id, holder);
      const context = { data_warehouse_id: id, now: Date.now() };
      const merged = await mergeOutline(await readOutline(client, id), scan, context);
      checkSize('tables', merged.tables.length);
      await writeOutline(client, merged);
      await writeColumns(client, merged.tables.filter(mayHaveChanged), context);
      const counts = { databases: countOf(merged.databases), tables: countOf(merged.tables.map(({ row }) => row)) };
      const value = { datawarehouse_id: id, organisation_id, refreshed_ts: context.now, ...counts };
      await insertOutbox(client, metadataRefreshed, [{ id: randomUUID(), value }]);
    };
    await transaction(this.dataSource, work, { statementTimeoutMs });
  }
}

/** Locks the tree against other writers, and the warehouse against deletion, until the end of the transaction. */
async function lockTree(client: ClientBase, id: string, holder: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('warehouse-metadata.tree/' || $1, 0))`, [id]);
  const { rowCount } = await client.query('select from data_warehouses where id = $1 for key share', [id]);
  if (rowCount === 0) throw notFound();
  const lease = await client.query('select from refresh_leases where data_warehouse_id = $1 and holder = $2', [
    id,
    holder,
  ]);
  if (lease.rowCount === 0) throw unavailable('The refresh has taken too long and was replaced by another one');
}

async function writeOutline(client: ClientBase, { databases, schemas, tables }: MergedOutline): Promise<void> {
  const dates = ['discovery_date', 'last_seen_date', 'disappearance_date'] as const;
  await upsertRows(client, 'metadata_databases', ['id', 'data_warehouse_id', 'name', ...dates], databases);
  await upsertRows(client, 'metadata_schemas', ['id', 'database_id', 'name', ...dates], schemas);
  await upsertRows(
    client,
    'metadata_tables',
    ['id', 'schema_id', 'name', 'has_read_access', 'read_access_disappearance_date', 'columns_seen_date', ...dates],
    tables.map(({ row }) => row),
  );
}

/** Columns stay as they are if they were not read, or if the table had already disappeared. */
const mayHaveChanged = ({ columns, stored, row }: MergedTable) =>
  columns !== undefined && (row.disappearance_date === null || stored?.disappearance_date === null);

async function writeColumns(client: ClientBase, tables: MergedTable[], context: ScanContext): Promise<void> {
  let changed: ColumnRow[] = [];
  const flush = async () => {
    await upsertRows(client, 'metadata_columns', columnColumns, changed);
    changed = [];
  };
  for (let first = 0; first < tables.length;) {
    const chunk = await nextChunk(client, tables.slice(first, first + chunkLength));
    first += chunk.length;
    const stored = await readColumns(client, chunk);
    for (const table of chunk) {
      changed.push(...changedColumns(stored.get(table.row.id) ?? [], table, context));
      if (changed.length >= batchLength) await flush();
    }
  }
  await flush();
}

/** The first of the tables, at least one: an engine may have tables with 10,000 columns each. */
async function nextChunk(client: ClientBase, tables: MergedTable[]): Promise<MergedTable[]> {
  const ids = tables.flatMap(({ stored }) => stored?.id ?? []);
  const { rows } = await client.query<{ table_id: string; columns: number }>(columnCounts, [ids]);
  const storedOf = new Map(rows.map(({ table_id, columns }) => [table_id, columns]));
  let sum = 0;
  const end = tables.findIndex(({ row, columns = [] }) => {
    sum += columns.length + (storedOf.get(row.id) ?? 0);
    return sum > chunkColumns;
  });
  return end < 0 ? tables : tables.slice(0, Math.max(1, end));
}

function changedColumns(stored: ColumnRow[], table: MergedTable, context: ScanContext): ColumnRow[] {
  const unchanged = new Set(stored);
  const merged = mergeColumns(stored, table, context);
  checkSize('columnsPerTable', merged.length);
  return merged.filter((column) => !unchanged.has(column));
}

/** An engine could return other names in each refresh, and no element is ever removed from the tree. */
function checkSize(what: keyof typeof maxStored, count: number): void {
  if (count <= maxStored[what]) return;
  const unit = what === 'tables' ? 'tables' : 'columns in one table';
  throw constraintViolation(
    `The data warehouse would have more than ${maxStored[what]} ${unit}, including those that have disappeared; create another data warehouse`,
  );
}

const columnColumns = [
  'id',
  'table_id',
  'column_name',
  'type_name',
  'index',
  'nullable',
  'primary_key',
  'repeated',
  'has_read_access',
  'discovery_date',
  'last_seen_date',
  'disappearance_date',
] as const;

async function readColumns(client: ClientBase, tables: MergedTable[]): Promise<Map<string, ColumnRow[]>> {
  const known = tables.flatMap(({ stored }) => stored?.id ?? []);
  if (known.length === 0) return new Map();
  const { rows } = await client.query<ColumnRow>(columnsOfTables, [known]);
  return Map.groupBy(rows, ({ table_id }) => table_id);
}

const countOf = (rows: { disappearance_date: number | null }[]) =>
  rows.filter(({ disappearance_date }) => disappearance_date === null).length;
