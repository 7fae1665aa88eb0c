import { outboxTables } from '@tributary/bus/outbox/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Data warehouses with their credentials, their links to datamarts, and the tree of their metadata. */
export class Warehouses1763800000001 implements MigrationInterface {
  name = 'Warehouses1763800000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table data_warehouses (
        id bigint generated always as identity primary key,
        organisation_id bigint not null,
        name text not null,
        description text not null,
        location text,
        engine_type text not null check (engine_type in ('BIG_QUERY', 'POSTGRES', 'SNOWFLAKE'))
      );
      create index data_warehouses_of_organisation on data_warehouses (organisation_id, id);
      create table warehouse_credentials (
        data_warehouse_id bigint primary key references data_warehouses on delete cascade,
        engine_type text not null,
        sealed_document text not null,
        last_modified_ts bigint not null
      );
      create table datamart_configs (
        id bigint generated always as identity primary key,
        datamart_id bigint not null,
        data_warehouse_id bigint not null references data_warehouses on delete cascade,
        working_schema_name text,
        created_ts bigint not null,
        last_modified_ts bigint not null,
        constraint one_config_per_datamart unique (datamart_id, data_warehouse_id)
      );
      create index datamart_configs_of_warehouse on datamart_configs (data_warehouse_id);
    `);
    await runner.query(metadataTables);
    await runner.query(outboxTables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}

/** An id derives from the warehouse and the names of the path, so it is unique over all warehouses. */
const metadataTables = `
  create table metadata_databases (
    id uuid primary key,
    data_warehouse_id bigint not null references data_warehouses on delete cascade,
    name text not null,
    discovery_date bigint not null,
    last_seen_date bigint not null,
    disappearance_date bigint
  );
  create index metadata_databases_of_warehouse on metadata_databases (data_warehouse_id);
  create table metadata_schemas (
    id uuid primary key,
    database_id uuid not null references metadata_databases on delete cascade,
    name text not null,
    discovery_date bigint not null,
    last_seen_date bigint not null,
    disappearance_date bigint
  );
  create index metadata_schemas_of_database on metadata_schemas (database_id);
  create table metadata_tables (
    id uuid primary key,
    schema_id uuid not null references metadata_schemas on delete cascade,
    name text not null,
    has_read_access boolean not null,
    read_access_disappearance_date bigint,
    -- When its columns were last read: the last_seen_date of most columns.
    columns_seen_date bigint,
    discovery_date bigint not null,
    last_seen_date bigint not null,
    disappearance_date bigint
  );
  create index metadata_tables_of_schema on metadata_tables (schema_id);
  create table metadata_columns (
    id uuid primary key,
    table_id uuid not null references metadata_tables on delete cascade,
    column_name text not null,
    type_name text not null,
    index int not null,
    nullable boolean not null,
    primary_key boolean not null,
    repeated boolean not null,
    discovery_date bigint not null,
    -- Null while the column is in the latest list of its table, so a refresh without changes writes no columns.
    last_seen_date bigint,
    disappearance_date bigint
  );
  create index metadata_columns_of_table on metadata_columns (table_id);
  create table refresh_leases (
    data_warehouse_id bigint primary key references data_warehouses on delete cascade,
    holder uuid not null,
    expires timestamptz not null
  );
  create table refresh_states (
    data_warehouse_id bigint primary key references data_warehouses on delete cascade,
    id uuid not null,
    status text not null check (status in ('REQUESTED', 'RUNNING', 'SUCCEEDED', 'FAILED')),
    requested_ts bigint not null,
    -- How many processes have started it and did not stop in order.
    attempts int not null default 0,
    finished_ts bigint,
    error text
  );
`;
