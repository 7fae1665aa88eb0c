/** All databases, and whether we may connect. One that is closed or became a template still exists. */
export const databases = `
  select datname as name,
    datallowconn and not datistemplate and datconnlimit <> -2 and has_database_privilege(oid, 'CONNECT') as "mayConnect"
  from pg_catalog.pg_database order by datname`;

/** One snapshot for the whole database. A fixed search path, so that the server's own setting has no effect. */
export const beginSnapshot = `
  begin transaction isolation level repeatable read read only;
  set local search_path = pg_catalog;
  set local statement_timeout = '60s'`;

const isUserSchema = (namespace: string) =>
  `${namespace}.nspname !~ '^pg_' and ${namespace}.nspname <> 'information_schema'`;

export const schemas = `select nspname as name from pg_namespace where ${isUserSchema('pg_namespace')} order by nspname`;

/** A column as `[name, type, nullable, primary key, repeated, readable]`. */
const columns = `
  select json_agg(json_build_array(
      attribute.attname, format_type(attribute.atttypid, attribute.atttypmod),
      not (attribute.attnotnull or type.typnotnull),
      coalesce(attribute.attnum = any(primary_key.conkey), false),
      type.typcategory = 'A',
      coalesce(has_schema_privilege(namespace.oid, 'USAGE') and
        has_column_privilege(relation.oid, attribute.attnum, 'SELECT'), false)
    ) order by attribute.attnum)
  from pg_attribute attribute join pg_type type on type.oid = attribute.atttypid
  where attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped`;

/** Tables, views, materialized views, foreign tables, and partitioned tables without their partitions. */
export const openTables = `
  declare relations no scroll cursor for
  select namespace.nspname as schema, relation.relname as name,
    coalesce(has_schema_privilege(namespace.oid, 'USAGE') and
      (has_table_privilege(relation.oid, 'SELECT') or has_any_column_privilege(relation.oid, 'SELECT')), false)
      as has_read_access,
    (${columns}) as columns
  from pg_class relation
    join pg_namespace namespace on namespace.oid = relation.relnamespace
    left join pg_constraint primary_key on primary_key.conrelid = relation.oid and primary_key.contype = 'p'
  where relation.relkind in ('r', 'v', 'm', 'f', 'p') and not relation.relispartition and ${isUserSchema('namespace')}
  order by namespace.nspname, relation.relname`;

export const fetchTables = 'fetch 100 from relations';
