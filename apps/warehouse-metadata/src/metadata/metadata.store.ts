import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { groupBy } from '@tributary/bus/group-by';
import { insertOutbox } from '@tributary/bus/outbox';
import { notFound, unavailable } from '@tributary/contracts/errors';
import { metadataRefreshed } from '@tributary/contracts/topics';
import type { DataWarehouse } from '@tributary/contracts/warehouse';
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

/** Tables whose columns are merged at once. */
const chunkLength = 50;

/** Columns that are written at once. */
const batchLength = 5_000;

/** A first refresh of 10,000 tables writes 200,000 rows. */
const statementTimeoutMs = 60_000;

const columnsOfTables = `
  select id, table_id, column_name, type_name, index, nullable, primary_key, repeated,
    discovery_date::float8, last_seen_date::float8, disappearance_date::float8
  from metadata_columns where table_id = any($1::uuid[])`;

/** Writes the tree. */
@Injectable()
export class MetadataStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Merges a scan into the stored tree, all of it or nothing.
   *
   * @param holder of the lease under which the scan was made: a refresh that lost it must not write over a later one
   */
  async merge({ id, organisation_id }: DataWarehouse, scan: Scan, holder: string): Promise<void> {
    const work = async (client: ClientBase) => {
      await takeTurn(client, id, holder);
      const context = { data_warehouse_id: id, now: Date.now() };
      const merged = mergeOutline(await readOutline(client, id), scan, context);
      await writeOutline(client, merged);
      await writeColumns(client, merged.tables.filter(mayHaveChanged), context);
      const counts = { databases: countOf(merged.databases), tables: countOf(merged.tables.map(({ row }) => row)) };
      const value = { datawarehouse_id: id, organisation_id, refreshed_ts: context.now, ...counts };
      await insertOutbox(client, metadataRefreshed, [{ id: randomUUID(), value }]);
    };
    await transaction(this.dataSource, work, { statementTimeoutMs });
  }
}

/** Until the end of the transaction nobody else writes this tree, nor deletes its warehouse. */
async function takeTurn(client: ClientBase, id: string, holder: string): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('warehouse-metadata.tree/' || $1, 0))`, [id]);
  const { rowCount } = await client.query('select from data_warehouses where id = $1 for key share', [id]);
  if (rowCount === 0) throw notFound();
  const lease = await client.query('select from refresh_leases where data_warehouse_id = $1 and holder = $2', [
    id,
    holder,
  ]);
  if (lease.rowCount === 0) throw unavailable('The refresh has taken too long and was overtaken by another one');
}

async function writeOutline(client: ClientBase, { databases, schemas, tables }: MergedOutline): Promise<void> {
  const dates = ['discovery_date', 'last_seen_date', 'disappearance_date'] as const;
  await upsertRows(client, 'metadata_databases', ['id', 'data_warehouse_id', 'name', ...dates], databases);
  await upsertRows(client, 'metadata_schemas', ['id', 'database_id', 'name', ...dates], schemas);
  await upsertRows(
    client,
    'metadata_tables',
    [
      ...(['id', 'schema_id', 'name', 'has_read_access', 'read_access_disappearance_date'] as const),
      ...(['columns_seen_date', ...dates] as const),
    ],
    tables.map(({ row }) => row),
  );
}

/** One that was gone before and still is, or whose columns were not read, keeps them as they are. */
const mayHaveChanged = ({ columns, stored, row }: MergedTable) =>
  columns !== undefined && (row.disappearance_date === null || stored?.disappearance_date === null);

async function writeColumns(client: ClientBase, tables: MergedTable[], context: ScanContext): Promise<void> {
  let changed: ColumnRow[] = [];
  const flush = async () => {
    await upsertRows(client, 'metadata_columns', columnColumns, changed);
    changed = [];
  };
  for (let first = 0; first < tables.length; first += chunkLength) {
    const chunk = tables.slice(first, first + chunkLength);
    const stored = await readColumns(client, chunk);
    for (const table of chunk) changed.push(...changedColumns(stored.get(table.row.id) ?? [], table, context));
    if (changed.length >= batchLength) await flush();
  }
  await flush();
}

function changedColumns(stored: ColumnRow[], table: MergedTable, context: ScanContext): ColumnRow[] {
  const unchanged = new Set(stored);
  return mergeColumns(stored, table, context).filter((column) => !unchanged.has(column));
}

const columnColumns = [
  ...(['id', 'table_id', 'column_name', 'type_name', 'index', 'nullable', 'primary_key', 'repeated'] as const),
  ...(['discovery_date', 'last_seen_date', 'disappearance_date'] as const),
];

async function readColumns(client: ClientBase, tables: MergedTable[]): Promise<Map<string, ColumnRow[]>> {
  const known = tables.flatMap(({ stored }) => stored?.id ?? []);
  if (known.length === 0) return new Map();
  const { rows } = await client.query<ColumnRow>(columnsOfTables, [known]);
  return groupBy(rows, ({ table_id }) => table_id);
}

const countOf = (rows: { disappearance_date: number | null }[]) =>
  rows.filter(({ disappearance_date }) => disappearance_date === null).length;
