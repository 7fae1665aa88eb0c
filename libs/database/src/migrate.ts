import { Client, type DatabaseError, escapeIdentifier } from 'pg';
import { connect } from './connect.js';
import { type DataSourceOptions, type ProtectedSchema, roleOf, schemaOf } from './data-source.js';

/** One lock per app and database. The first number separates it from other advisory locks. */
const migrationLock = 0x6d696772; // "migr"

/**
 * Brings an app's schema up to date and returns the names of the migrations that ran. Migrations only go forward, each
 * in its own transaction. An advisory lock serializes processes that start at the same time. If the user of the URL has
 * the right, the app's role and schema are created first; otherwise they must exist. The app's role owns the tables.
 */
export async function migrate(options: DataSourceOptions): Promise<string[]> {
  const client = new Client({ connectionString: options.url, connectionTimeoutMillis: 10_000 });
  // A lost connection rejects the running statement. The migrations themselves run on another connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [migrationLock, schemaOf(options.app)]);
    await createSchema(client, options.app);
    const names = await runMigrations(options);
    if (options.protectedSchema) await protect(client, options.protectedSchema);
    return names;
  } finally {
    await client.end();
  }
}

async function runMigrations(options: DataSourceOptions): Promise<string[]> {
  const dataSource = await connect({ ...options, poolSize: 1 });
  try {
    // The pool has one connection, so the migrations use this one. They may take any time.
    await dataSource.query('set statement_timeout = 0');
    const migrations = await dataSource.runMigrations({ transaction: 'each' });
    return migrations.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * As the user of the URL, who then owns the tables. A user without the right to create schemas is the app's own: for it a
 * superuser has made a function with deploy/postgres/roles.sh. It has a schema of its own: a restore drops the other one.
 */
async function protect(client: Client, { name, statements }: ProtectedSchema): Promise<void> {
  const { rows } = await client.query<{ mayCreate: boolean; mayInstall: boolean }>(
    `select has_database_privilege(current_database(), 'CREATE') as "mayCreate",
       exists (select from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
         where nspname = $1 and proname = 'install') as "mayInstall"`,
    [`${name}_setup`],
  );
  const { mayCreate = false, mayInstall = false } = rows[0] ?? {};
  if (mayCreate) await client.query(statements);
  else if (mayInstall) await client.query(`select ${escapeIdentifier(`${name}_setup`)}.install()`);
  else throw new Error(`the schema ${name} cannot be created: run deploy/postgres/roles.sh again`);
}

/** Skips each step that is done already: an app in production has no right to repeat it. */
async function createSchema(client: Client, app: string): Promise<void> {
  const { rows } = await client.query<{ hasSchema: boolean; mayCreateRoles: boolean; isSuperuser: boolean }>(
    `select exists (select from pg_namespace where nspname = $1) as "hasSchema",
       rolcreaterole or rolsuper as "mayCreateRoles", rolsuper as "isSuperuser"
     from pg_roles where rolname = session_user`,
    [schemaOf(app)],
  );
  const { hasSchema = false, mayCreateRoles = false, isSuperuser = false } = rows[0] ?? {};
  if (hasSchema) return;
  const schema = escapeIdentifier(schemaOf(app));
  if (!mayCreateRoles) return void (await client.query(`create schema ${schema}`));
  await createRole(client, app);
  const role = escapeIdentifier(roleOf(app));
  if (!isSuperuser) await client.query(`grant ${role} to session_user with set true, inherit true`);
  await client.query(`create schema ${schema} authorization ${role}`);
}

/** Roles belong to the server, so another database or another process may have created the role already. */
async function createRole(client: Client, app: string): Promise<void> {
  try {
    await client.query(`create role ${escapeIdentifier(roleOf(app))} nologin`);
  } catch (error) {
    const duplicate = ['42710', '23505'];
    if (!duplicate.includes((error as DatabaseError).code ?? '')) throw error;
  }
}
