import { Injectable } from '@nestjs/common';
import { existing } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { DataWarehouse } from '@tributary/contracts/warehouses/warehouse';
import type { ColumnContext, Database } from '@tributary/contracts/warehouses/warehouse-metadata';
import { listRows } from '@tributary/database/list-rows';
import { query, transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { readOutline, visible } from '../tree/outline.js';
import type { DatabaseRow, Outline, TableRow } from '../tree/tree.js';
import { wireDates, writeInfos, type ColumnsOf, type InfosHead } from '../tree/write-infos.js';

/** Characters of JSON per query, unless one table has more: a table may have 20,000 columns. */
const chunkText = 4_000_000;

const columnsAsJson = `
  select json from (
  select coalesce(columns.json, '[]') as json, wanted.position,
    sum(length(columns.json)) over (order by wanted.position) as text
  from unnest($1::uuid[]) with ordinality as wanted (id, position)
    left join metadata_tables relation on relation.id = wanted.id
    left join lateral (
      select json_strip_nulls(json_agg(c order by c.index, c.column_name))::text as json
      from (
        select id, column_name, type_name, index, nullable, primary_key, repeated, has_read_access, discovery_date,
          coalesce(last_seen_date, relation.columns_seen_date) as last_seen_date, disappearance_date
        from metadata_columns
        where table_id = relation.id and ($2 or disappearance_date is null)
      ) c
    ) columns on true
  ) found
  where position = 1 or coalesce(text, 0) <= ${chunkText}
  order by position`;

const columnContext = `
  select columns.id, columns.column_name, relation.id as table_id, relation.name as table_name,
    schema.id as schema_id, schema.name as schema_name, database.id as database_id, database.name as database_name,
    warehouse.id as data_warehouse_id, warehouse.name as data_warehouse_name
  from metadata_columns columns
    join metadata_tables relation on relation.id = columns.table_id
    join metadata_schemas schema on schema.id = relation.schema_id
    join metadata_databases database on database.id = schema.database_id
    join data_warehouses warehouse on warehouse.id = database.data_warehouse_id
  where columns.id = $1 and warehouse.id = $2`;

const databases = {
  columns: 'id, data_warehouse_id, name, discovery_date::float8, last_seen_date::float8, disappearance_date::float8',
  from: 'from metadata_databases where data_warehouse_id = $1 and ($2 or disappearance_date is null)',
  order: 'id',
};

/** Reads the stored tree. */
@Injectable()
export class MetadataRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The response with the tree of a warehouse, in pieces. */
  async *infos(head: InfosHead, includeDisappeared: boolean): AsyncGenerator<string> {
    const outline = await this.outline(head.id);
    const columnsOf: ColumnsOf = (tables) => this.columnsAsJson(tables, includeDisappeared);
    yield* writeInfos(head, includeDisappeared ? outline : visible(outline), columnsOf);
  }

  async column({ id }: DataWarehouse, column_id: string): Promise<ColumnContext> {
    const { rows } = await query<ColumnContext>(this.dataSource, columnContext, [column_id, id]);
    return existing(rows[0]);
  }

  /** Databases without their schemas. */
  async databases(
    { id }: DataWarehouse,
    includeDisappeared: boolean,
    page: ListQuery,
  ): Promise<Page<Omit<Database, 'schemas'>>> {
    const { items: rows, total } = await transaction(this.dataSource, (client) =>
      listRows<DatabaseRow>(client, { ...databases, values: [id, includeDisappeared] }, page),
    );
    const items = rows.map(({ data_warehouse_id, id, name, ...dates }) => ({
      data_warehouse_id,
      id,
      name,
      ...wireDates(dates),
    }));
    return { items, total };
  }

  private outline(data_warehouse_id: string): Promise<Outline> {
    return transaction(this.dataSource, async (client) => {
      await client.query('set transaction isolation level repeatable read read only');
      return readOutline(client, data_warehouse_id);
    });
  }

  /** The columns of the first tables as a JSON array each. The database builds the JSON, which is faster than reading rows. */
  private async columnsAsJson(tables: TableRow[], includeDisappeared: boolean): Promise<string[]> {
    const ids = tables.map(({ id }) => id);
    const { rows } = await query<{ json: string }>(this.dataSource, columnsAsJson, [ids, includeDisappeared]);
    return rows.map(({ json }) => json);
  }
}
