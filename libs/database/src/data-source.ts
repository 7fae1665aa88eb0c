import type { ClientBase, Pool } from 'pg';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

export interface DataSourceOptions {
  /** `postgres://…`, also over a unix socket (`postgres://user:password@%2Fdirectory:5432/database`). */
  url: string;
  /** The app that owns the data: its schema is the name with underscores, its role `tributary_<schema>`. */
  app: string;
  entities: (EntitySchema | (new () => object))[];
  migrations: (new () => MigrationInterface)[];
  /** Most connections at once; default 10. */
  poolSize?: number;
  /**
   * True: plans look rows up by an index, one by one and in its order, without statistics that say so: a connection keeps the
   * plan of a named statement, also one made while a table was small. Then a statement must find its rows by an index, and
   * join no two long lists. Default false.
   */
  byLookUp?: boolean;
  /** Tables in another schema, which the app's role cannot change. */
  protectedSchema?: ProtectedSchema;
}

/** Tables that belong to the user who migrates, not to the app. */
export interface ProtectedSchema {
  name: string;
  /** Creates what is missing, and grants rights to the app's role. It runs at every migration. */
  statements: string;
}

/** How long to wait for a connection. After this the database counts as down. */
export const connectTimeoutMs = 1_000;

/** The server cancels a statement after this time; `transaction` accepts another limit. */
export const statementTimeoutMs = 10_000;

/** Idle connections are kept long: a new one costs a server process, and its plans must be made again. */
const idleConnectionMs = 300_000;

/** Only a process that hangs leaves a transaction idle for so long; the server then frees its locks. */
const idleInTransactionTimeoutMs = 60_000;

/** A node-postgres statement with a timeout of the client: a frozen server does not cancel it itself. */
export interface QueryWithTimeout {
  text: string;
  values?: unknown[];
  query_timeout: number;
}

export const schemaOf = (app: string) => app.replaceAll('-', '_');
export const roleOf = (app: string) => `tributary_${schemaOf(app)}`;

/**
 * A TypeORM data source that sees the schema of one app only. If the user of the URL is a superuser (as on the embedded
 * server) or a member of the app's role, every session runs as that role, so one app cannot read another's tables. A
 * URL with the app's own user needs no role. bigint columns are returned as strings.
 */
export function createDataSource(options: DataSourceOptions): DataSource {
  const { url, app, entities, migrations, poolSize = 10 } = options;
  return new DataSource({
    type: 'postgres',
    url,
    schema: schemaOf(app),
    applicationName: `tributary-${app}`,
    entities,
    migrations,
    poolSize,
    connectTimeoutMS: connectTimeoutMs,
    // The pool replaces an idle connection that breaks; the error must not end the process.
    poolErrorHandler: () => undefined,
    // gen_random_uuid() is built in, so no extension is needed; an app's role could not create one.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: {
      onConnect: (client: ClientBase) => enterSchema(client, options),
      keepAlive: true,
      idleTimeoutMillis: idleConnectionMs,
    },
  });
}

/** Runs the work of a command with a data source of its own, which is closed at the end. */
export async function withDataSource<T>(
  options: DataSourceOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await createDataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** TypeORM's own pool. The data source must be initialised. */
export const poolOf = (dataSource: DataSource) => (dataSource.driver as PostgresDriver).master as Pool;

/** A random read costs little, so that a few rows by their position win over all of an index. */
const lookUpSettings = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  random_page_cost: '0.1',
};

/** Prepares a new connection in one round trip, before its first use. */
async function enterSchema(client: ClientBase, { app, byLookUp = false }: DataSourceOptions): Promise<void> {
  const settings = byLookUp ? lookUpSettings : {};
  const query: QueryWithTimeout = {
    text: `select set_config('search_path', $1, false), set_config('statement_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $3, false),
        (select count(set_config(name, value, false)) from unnest($5::text[], $6::text[]) as setting (name, value)),
        (select set_config('role', rolname, false) from pg_roles
          where rolname = $4 and pg_has_role(session_user, oid, 'SET'))`,
    values: [
      schemaOf(app),
      String(statementTimeoutMs),
      String(idleInTransactionTimeoutMs),
      roleOf(app),
      Object.keys(settings),
      Object.values(settings),
    ],
    query_timeout: connectTimeoutMs,
  };
  await client.query(query);
}
