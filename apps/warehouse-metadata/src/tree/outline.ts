import type { ClientBase } from 'pg';
import type { DatabaseRow, Outline, SchemaRow, TableRow } from './tree.js';

/** Casts dates to float8: pg returns bigint as text. */
const dates = (table: string) =>
  ['discovery_date', 'last_seen_date', 'disappearance_date'].map((date) => `${table}.${date}::float8`).join(', ');

const databases = `
  select id, data_warehouse_id, name, ${dates('metadata_databases')}
  from metadata_databases where data_warehouse_id = $1 order by name collate "C"`;

const schemas = `
  select schema.id, schema.database_id, schema.name, ${dates('schema')}
  from metadata_databases database join metadata_schemas schema on schema.database_id = database.id
  where database.data_warehouse_id = $1 order by schema.name collate "C"`;

const tables = `
  select relation.id, relation.schema_id, relation.name, relation.has_read_access,
    relation.read_access_disappearance_date::float8, relation.columns_seen_date::float8, ${dates('relation')}
  from metadata_databases database
    join metadata_schemas schema on schema.database_id = database.id
    join metadata_tables relation on relation.schema_id = schema.id
  where database.data_warehouse_id = $1 order by relation.name collate "C"`;

/** The stored tree of a warehouse, down to its tables, by name. */
export async function readOutline(client: ClientBase, data_warehouse_id: string): Promise<Outline> {
  const id = [data_warehouse_id];
  const found = {
    databases: await client.query<DatabaseRow>(databases, id),
    schemas: await client.query<SchemaRow>(schemas, id),
    tables: await client.query<TableRow>(tables, id),
  };
  return { databases: found.databases.rows, schemas: found.schemas.rows, tables: found.tables.rows };
}

/** The outline without disappeared elements. An element disappears with its subtree. */
export const visible = ({ databases, schemas, tables }: Outline): Outline => ({
  databases: databases.filter(isThere),
  schemas: schemas.filter(isThere),
  tables: tables.filter(isThere),
});

const isThere = ({ disappearance_date }: { disappearance_date: number | null }) => disappearance_date === null;
