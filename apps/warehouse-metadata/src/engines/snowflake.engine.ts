import { ApiError } from '@tributary/contracts/errors';
import { SnowflakeCredentials } from '@tributary/contracts/warehouses/warehouse-credentials';
import { z } from 'zod';
import { codeOf, refused, unreachable } from './engine-errors.js';
import type { Engine, Scan, SeenColumn, SeenDatabase, SeenSchema, SeenTable } from './engine.js';
import { SnowflakeSession } from './snowflake-session.js';

/** SHOW returns at most this many rows, without a sign that there are more. */
const showLimit = 10_000;

/** Snowflake's own databases, shared with every account. */
const systemDatabases = ['SNOWFLAKE', 'SNOWFLAKE_SAMPLE_DATA'];

const DatabaseRow = z.object({ name: z.string() });
const SchemaRow = z.object({ schema_name: z.string() });
type SchemaRow = z.infer<typeof SchemaRow>;
const TableRow = z.object({ table_schema: z.string(), table_name: z.string() });
type TableRow = z.infer<typeof TableRow>;
const ColumnRow = TableRow.extend({ column_name: z.string(), data_type: z.string(), is_nullable: z.string() });
type ColumnRow = z.infer<typeof ColumnRow>;
const KeyRow = z.object({ table_name: z.string(), column_name: z.string() });

/** Snowflake: the INFORMATION_SCHEMA of each database, as far as the role may see it. */
export class SnowflakeEngine implements Engine {
  /** @param accessUrl a server that speaks Snowflake's protocol, in specs */
  constructor(private readonly accessUrl?: string) {}

  scan(document: unknown, signal: AbortSignal): Promise<Scan> {
    const credentials = SnowflakeCredentials.parse(document);
    return this.during(credentials, signal, (session) => scanAccount(session, credentials.database));
  }

  connect(document: unknown, signal: AbortSignal): Promise<void> {
    return this.during(SnowflakeCredentials.parse(document), signal, () => Promise.resolve());
  }

  private async during<T>(
    credentials: SnowflakeCredentials,
    signal: AbortSignal,
    work: (session: SnowflakeSession) => Promise<T>,
  ): Promise<T> {
    try {
      const session = await SnowflakeSession.open(credentials, this.accessUrl, signal);
      try {
        return await work(session);
      } finally {
        session.close();
      }
    } catch (error) {
      throw asApiError(error);
    }
  }
}

async function scanAccount(session: SnowflakeSession, only: string | undefined): Promise<Scan> {
  if (only !== undefined) return { databases: [await scanDatabase(session, only)], isComplete: false };
  const names = rows(DatabaseRow, await session.query('show databases')).map(({ name }) => name);
  const databases: SeenDatabase[] = [];
  for (const name of names) if (!systemDatabases.includes(name)) databases.push(await scanDatabase(session, name));
  return { databases, isComplete: names.length < showLimit };
}

async function scanDatabase(session: SnowflakeSession, name: string): Promise<SeenDatabase> {
  const from = (view: string) =>
    `from ${quoted(name)}.information_schema.${view} where ${view === 'schemata' ? 'schema_name' : 'table_schema'} <> 'INFORMATION_SCHEMA'`;
  const schemas = rows(SchemaRow, await session.query(`select schema_name ${from('schemata')}`));
  const tables = rows(TableRow, await session.query(`select table_schema, table_name ${from('tables')}`));
  const described = `select table_schema, table_name, column_name, data_type, is_nullable ${from('columns')}`;
  const inOrder = 'order by table_schema, table_name, ordinal_position';
  const columns = rows(ColumnRow, await session.query(`${described} ${inOrder}`));
  const isKey = await readKeys(session, name, schemas);
  const columnsOf = Map.groupBy(columns, ({ table_schema, table_name }) => pathOf(table_schema, table_name));
  const tablesOf = Map.groupBy(tables, ({ table_schema }) => table_schema);
  const seenTable = ({ table_schema, table_name }: TableRow): SeenTable => ({
    name: table_name,
    // INFORMATION_SCHEMA lists only objects on which the role has a privilege.
    has_read_access: true,
    columns: (columnsOf.get(pathOf(table_schema, table_name)) ?? []).map((column) => seenColumn(column, isKey)),
  });
  const seenSchema = ({ schema_name }: SchemaRow): SeenSchema => ({
    name: schema_name,
    tables: (tablesOf.get(schema_name) ?? []).map(seenTable),
  });
  return { name, schemas: schemas.map(seenSchema) };
}

/** The paths of the primary-key columns. */
async function readKeys(session: SnowflakeSession, database: string, schemas: SchemaRow[]): Promise<Set<string>> {
  const paths = new Set<string>();
  for (const { schema_name } of schemas) {
    const keys = await session.query(`show primary keys in schema ${quoted(database)}.${quoted(schema_name)}`);
    for (const { table_name, column_name } of rows(KeyRow, keys))
      paths.add(pathOf(schema_name, table_name, column_name));
  }
  return paths;
}

const seenColumn = (
  { table_schema, table_name, column_name, data_type, is_nullable }: ColumnRow,
  isKey: Set<string>,
): SeenColumn => ({
  column_name,
  type_name: data_type,
  nullable: is_nullable === 'YES',
  primary_key: isKey.has(pathOf(table_schema, table_name, column_name)),
  repeated: data_type === 'ARRAY',
  has_read_access: true,
});

const pathOf = (...names: string[]) => JSON.stringify(names);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
const rows = <Row>(schema: z.ZodType<Row>, found: unknown[]): Row[] => z.array(schema).parse(found);

/** Snowflake's codes: 390xxx for a refused login. The driver's: 404xxx for a malformed key. The first that fits counts. */
const refusals: readonly { code: RegExp; text: string }[] = [
  { code: /^390100$/, text: 'the username or password is wrong' },
  { code: /^390144$/, text: 'the private key does not fit the public key of the user' },
  { code: /^39018[69]$/, text: 'the role does not exist, or is not granted to the user' },
  { code: /^3904(20|22)$/, text: 'a network policy does not let this address in' },
  { code: /^390\d{3}$/, text: 'the login: check account, username and the key or password' },
  { code: /^(002003|002043)$/, text: 'a database does not exist, or the role may not use it' },
  { code: /^404\d{3}$/, text: 'private_key is not a private key in PEM' },
];

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const refusal = refusals.find(({ code }) => code.test(codeOf(error).padStart(6, '0')));
  if (refusal) return refused(`Snowflake refuses: ${refusal.text}`, error);
  return unreachable(error);
}
