import type { Client } from 'pg';
import type { Index } from './growing-scans.js';

/** A column that is filled: SQL of its value in row `g` of the table. */
export type ColumnFill = (column: Column) => string | undefined;

export interface Column {
  table: string;
  name: string;
  /** As PostgreSQL formats it: `bigint`, `uuid[]`. */
  type: string;
}

/** Tables of one schema, which grow and shrink while their statistics stay behind. Autovacuum leaves them alone. */
export class GrownTables {
  private constructor(
    private readonly client: Client,
    private readonly columns: ReadonlyMap<string, Column[]>,
    private readonly fill: ColumnFill,
  ) {}

  /** @param client a superuser, whose search path begins with the schema */
  static async open(client: Client, isGrowing: (table: string) => boolean, fill: ColumnFill): Promise<GrownTables> {
    const { rows } = await client.query<Column>(
      `select relname as "table", attname as name, format_type(atttypid, atttypmod) as type
        from pg_attribute join pg_class c on c.oid = attrelid
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and attidentity = ''
        order by relname, attnum`,
    );
    const columns = Map.groupBy(
      rows.filter(({ table }) => isGrowing(table)),
      ({ table }) => table,
    );
    // No triggers, and no waiting for the disk.
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    for (const table of columns.keys()) await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
    return new GrownTables(client, columns, fill);
  }

  get tables(): Set<string> {
    return new Set(this.columns.keys());
  }

  async grow(from: number, to: number): Promise<void> {
    for (const [table, columns] of this.columns) {
      const values = columns.map((column) => this.fill(column) ?? ordinary(column));
      await this.client.query(
        `insert into ${table} (${columns.map(({ name }) => name).join()})
          select ${values.join()} from generate_series(${from}, ${to}) g on conflict do nothing`,
      );
    }
  }

  async shrink(rows: number): Promise<void> {
    for (const table of this.columns.keys())
      await this.client.query(`delete from ${table} where ctid <> all(array(select ctid from ${table} limit ${rows}))`);
    // It gives the pages back, and leaves what is known about the values.
    await this.client.query('vacuum');
  }

  async analyze(): Promise<void> {
    await this.client.query('analyze');
  }

  /** As if no table had ever been analyzed. */
  async forgetStatistics(): Promise<void> {
    await this.client.query(
      `select pg_clear_relation_stats(current_schema(), relname) from pg_class
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'i', 'p')`,
    );
    await this.client.query(
      `select pg_clear_attribute_stats(current_schema(), relname, attname, inherited)
        from pg_attribute join pg_class c on c.oid = attrelid, unnest(array[true, false]) as inherited
        where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`,
    );
  }

  async indexes(): Promise<Map<string, Index>> {
    const { rows } = await this.client.query<Index & { name: string }>(
      `select i.relname as name, t.relname as "table", indisunique as "isUnique", array(
          select attname::text from unnest(indkey::int2[]) with ordinality as key (number, position)
          join pg_attribute on attrelid = t.oid and attnum = number
          where position <= indnkeyatts order by position) as columns
        from pg_index join pg_class i on i.oid = indexrelid join pg_class t on t.oid = indrelid
        where i.relnamespace = current_schema()::regnamespace`,
    );
    return new Map(rows.map((row) => [row.name, row]));
  }
}

/** Different in each row. The same number makes the same UUID in each table, so that joins find rows. */
function ordinary({ table, name, type }: Column): string {
  if (type === 'uuid') return 'md5(g::text)::uuid';
  if (type === 'text') return `'x' || g`;
  if (type === 'bigint' || type === 'integer') return 'g';
  if (type === 'smallint') return 'g % 8';
  if (type === 'boolean') return 'false';
  if (type.startsWith('json')) return `'{}'`;
  if (type === 'bytea') return `''`;
  if (type === 'uuid[]') return 'array[md5(g::text)::uuid]';
  if (type.endsWith('[]')) return `'{}'`;
  throw new Error(`no value for ${table}.${name}, a ${type}`);
}
