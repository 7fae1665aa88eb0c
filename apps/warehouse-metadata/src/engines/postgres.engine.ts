import { ApiError } from '@tributary/contracts/errors';
import { PostgresCredentials } from '@tributary/contracts/warehouses/warehouse-credentials';
import type { AddressGuard } from '@tributary/security/addresses/address-guard';
import { codeOf, refused, unreachable } from './engine-errors.js';
import type { Engine, Scan, SeenColumn, SeenDatabase, SeenSchema } from './engine.js';
import { beginSnapshot, databases, fetchTables, openTables, schemas } from './postgres-catalog.js';
import { PostgresSession } from './postgres-session.js';

interface DatabaseEntry {
  name: string;
  mayConnect: boolean;
}

interface TableEntry {
  schema: string;
  name: string;
  has_read_access: boolean;
  columns: ColumnEntry[] | null;
}

type ColumnEntry = [
  column_name: string,
  type_name: string,
  nullable: boolean,
  primary_key: boolean,
  repeated: boolean,
  has_read_access: boolean,
];

type Open = (database: string) => Promise<PostgresSession>;

/** PostgreSQL: the catalog of every database that the user may connect to. */
export class PostgresEngine implements Engine {
  constructor(private readonly guard: AddressGuard) {}

  async scan(document: unknown, signal: AbortSignal): Promise<Scan> {
    const credentials = PostgresCredentials.parse(document);
    const open = await this.opener(credentials, signal);
    try {
      if (credentials.database === undefined) return await scanServer(open, credentials.user);
      const only = await scanDatabase(open, { name: credentials.database, mayConnect: true });
      return { databases: [only], isComplete: false };
    } catch (error) {
      throw asApiError(error);
    }
  }

  async connect(document: unknown, signal: AbortSignal): Promise<void> {
    const credentials = PostgresCredentials.parse(document);
    const { database, user } = credentials;
    const open = await this.opener(credentials, signal);
    try {
      const session = await openFirstAccessible(open, database === undefined ? usualDatabases(user) : [database]);
      session.close();
    } catch (error) {
      throw asApiError(error);
    }
  }

  private async opener(credentials: PostgresCredentials, signal: AbortSignal): Promise<Open> {
    const addresses = await this.guard.resolve(credentials.host);
    return (database) =>
      openFirstReachable(addresses, (address) => PostgresSession.open(credentials, { address, database }, signal));
  }
}

/** Databases that a server usually has. */
const usualDatabases = (user: string) => ['postgres', user, 'template1'];

/** A name may have several addresses while the server listens on one: localhost is `::1` and `127.0.0.1`. */
async function openFirstReachable(
  [address = '', ...others]: string[],
  open: (address: string) => Promise<PostgresSession>,
): Promise<PostgresSession> {
  try {
    return await open(address);
  } catch (error) {
    if (others.length > 0 && isUnreachable(error)) return openFirstReachable(others, open);
    throw error;
  }
}

async function scanServer(open: Open, user: string): Promise<Scan> {
  const session = await openFirstAccessible(open, usualDatabases(user));
  let entries: DatabaseEntry[];
  try {
    entries = await session.query<DatabaseEntry>(databases);
  } finally {
    session.close();
  }
  const seen: SeenDatabase[] = [];
  for (const entry of entries) seen.push(await scanDatabaseIfAccessible(open, entry));
  return { databases: seen, isComplete: true };
}

/** Every database can list all databases, so the first one that accepts the user will do. */
async function openFirstAccessible(open: Open, [database = '', ...others]: string[]): Promise<PostgresSession> {
  try {
    return await open(database);
  } catch (error) {
    if (others.length > 0 && isInaccessible(error)) return openFirstAccessible(open, others);
    throw error;
  }
}

/** A database that is inaccessible, or was dropped after it was listed, does not fail the scan. */
async function scanDatabaseIfAccessible(open: Open, entry: DatabaseEntry): Promise<SeenDatabase> {
  if (!entry.mayConnect) return { name: entry.name };
  try {
    return await scanDatabase(open, entry);
  } catch (error) {
    if (isInaccessible(error)) return { name: entry.name };
    throw error;
  }
}

async function scanDatabase(open: Open, { name }: DatabaseEntry): Promise<SeenDatabase> {
  const session = await open(name);
  try {
    await session.query(beginSnapshot);
    const found = new Map<string, Required<SeenSchema>>();
    for (const { name } of await session.query<{ name: string }>(schemas)) found.set(name, { name, tables: [] });
    await session.query(openTables);
    const columnOf = columnReader();
    for (;;) {
      const rows = await session.query<TableEntry>(fetchTables);
      if (rows.length === 0) return { name, schemas: [...found.values()] };
      for (const { schema, columns, ...table } of rows)
        found.get(schema)?.tables.push({ ...table, columns: (columns ?? []).map(columnOf) });
    }
  } finally {
    session.close();
  }
}

/** Equal columns share one object, because many tables have the same ones. A large server has 200,000 columns. */
function columnReader(): (entry: ColumnEntry) => SeenColumn {
  const known = new Map<string, SeenColumn>();
  return (entry) => {
    const key = JSON.stringify(entry);
    let column = known.get(key);
    if (!column) {
      const [column_name, type_name, nullable, primary_key, repeated, has_read_access] = entry;
      known.set(key, (column = { column_name, type_name, nullable, primary_key, repeated, has_read_access }));
    }
    return column;
  };
}

const isUnreachable = (error: unknown) =>
  ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'].includes(codeOf(error));

/** No such database, no right to connect to it, or no matching line in pg_hba.conf. */
const isInaccessible = (error: unknown) => ['3D000', '42501', '28000', '55000'].includes(codeOf(error));

/** Why the server would give the same answer again: by code, then by the message of the driver. The first that fits counts. */
const refusals: readonly { code?: RegExp; message?: RegExp; text: string }[] = [
  { code: /^28P01$/, text: 'the password does not fit the user' },
  { code: /^28/, text: 'the user is unknown, or may not connect from here (pg_hba.conf)' },
  { code: /^3D/, text: 'the database does not exist' },
  { code: /^42501$/, text: 'the user may not connect to the database' },
  { message: /does not support SSL/, text: 'the server does not support TLS: leave out ssl' },
  { message: /^SASL/, text: 'the password is missing or cannot be used (SCRAM)' },
  { code: /^ERR_TLS_CERT_ALTNAME_INVALID$/, text: 'the certificate of the server has another name than host' },
  { code: /^CERT_HAS_EXPIRED$/, text: 'the certificate of the server has expired' },
  {
    code: /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED)/,
    text: 'the certificate of the server is not trusted: give its authority as ssl.ca',
  },
  { code: /^(ERR_TLS|ERR_SSL|ERR_OSSL)/, text: 'no TLS connection can be made' },
];

const refusalOf = (error: unknown) =>
  refusals.find(({ code, message }) =>
    code ? code.test(codeOf(error)) : error instanceof Error && message?.test(error.message) === true,
  );

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const refusal = refusalOf(error);
  if (refusal) return refused(`PostgreSQL refuses: ${refusal.text}`, error);
  return unreachable(error);
}
