import type { ClientBase, Pool } from 'pg';
import { DataSource, type EntitySchema, type MigrationInterface } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

export interface DataSourceOptions {
  /** `postgres://…`, also over a unix socket (`postgres://user:password@%2Fdirectory:5432/database`). */
  url: string;
  /** The app whose data this is: its schema is the name with underscores, its role `tributary_<schema>`. */
  app: string;
  entities: (EntitySchema | (new () => object))[];
  migrations: (new () => MigrationInterface)[];
  /** Most connections at once; default 10. */
  poolSize?: number;
  /**
   * True: plans read by index wherever there is one. For named statements: their plan is kept, and one that was made
   * while a table was small would go on reading all of it when it has grown. Default false.
   */
  byIndex?: boolean;
}

/** How long to wait for a connection: after this the database counts as down. */
export const connectTimeoutMs = 1_000;

/** Most time a statement may take before the server cancels it; `transaction` takes another on demand. */
export const statementTimeoutMs = 10_000;

/** A connection is dear: to the processes of the server that it starts, and for the plans that it keeps. */
const idleConnectionMs = 300_000;

/** No transaction of ours lasts this long without a statement, unless its process hangs and holds its locks. */
const idleInTransactionTimeoutMs = 60_000;

/** A node-postgres statement that we stop waiting for, for a frozen server does not end it itself. */
export interface ImpatientQuery {
  name?: string;
  text: string;
  values?: unknown[];
  query_timeout: number;
}

export const schemaOf = (app: string) => app.replaceAll('-', '_');
export const roleOf = (app: string) => `tributary_${schemaOf(app)}`;

/**
 * A TypeORM data source that sees the schema of one app only. Where the user of the URL may (a superuser, as on the
 * embedded server, or a member), every session runs as the app's role, so that one app cannot read another's tables;
 * a URL that logs in as the app's own user needs nothing. bigint columns come back as strings.
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
    // A connection that breaks while nobody uses it is replaced by the pool; it must not end the process.
    poolErrorHandler: () => undefined,
    // gen_random_uuid() is built in: no extension is needed, and an app's role could not create one.
    uuidExtension: 'pgcrypto',
    installExtensions: false,
    extra: {
      onConnect: (client: ClientBase) => enterSchema(client, options),
      keepAlive: true,
      idleTimeoutMillis: idleConnectionMs,
    },
  });
}

/** TypeORM's own pool, of an initialised data source. */
export const poolOf = (dataSource: DataSource) => (dataSource.driver as PostgresDriver).master as Pool;

/** One round trip on each new connection, before anybody gets it. */
async function enterSchema(client: ClientBase, { app, byIndex = false }: DataSourceOptions): Promise<void> {
  const query: ImpatientQuery = {
    text: `select set_config('search_path', $1, false), set_config('statement_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $3, false), set_config('enable_seqscan', $5, false),
        (select set_config('role', rolname, false) from pg_roles
          where rolname = $4 and pg_has_role(session_user, oid, 'SET'))`,
    values: [
      ...[schemaOf(app), String(statementTimeoutMs), String(idleInTransactionTimeoutMs), roleOf(app)],
      byIndex ? 'off' : 'on',
    ],
    query_timeout: connectTimeoutMs,
  };
  await client.query(query);
}
