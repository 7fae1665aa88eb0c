import { Client, type DatabaseError, escapeIdentifier } from 'pg';
import { connect } from './connect.js';
import { type DataSourceOptions, roleOf, schemaOf } from './data-source.js';

/** One lock per app and database; the first number sets ours apart from other uses of advisory locks. */
const migrationLock = 0x6d696772; // "migr"

/**
 * Brings an app's schema up to date and returns the names of the migrations that ran: forward only, each in its own
 * transaction, under an advisory lock, so that of several processes starting at once one does the work and the others
 * wait. Where the user of the URL may, the app's role and schema are made first; otherwise somebody with more rights
 * has made them. The tables belong to the app's role.
 */
export async function migrate(options: DataSourceOptions): Promise<string[]> {
  const client = new Client({ connectionString: options.url, connectionTimeoutMillis: 10_000 });
  // Its loss rejects the statement in progress; the migrations themselves run on another connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1, hashtext($2))', [migrationLock, schemaOf(options.app)]);
    await createSchema(client, options.app);
    return await runMigrations(options);
  } finally {
    await client.end();
  }
}

async function runMigrations(options: DataSourceOptions): Promise<string[]> {
  const dataSource = await connect({ ...options, poolSize: 1 });
  try {
    // The pool holds one connection, so this is the one that the migrations use. They may take any time.
    await dataSource.query('set statement_timeout = 0');
    const migrations = await dataSource.runMigrations({ transaction: 'each' });
    return migrations.map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}

/** Each step is left out when it is done already: it needs rights that an app in production does not have. */
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

/** Roles belong to the server, not to the database: one of another database, or made at this moment, is as good. */
async function createRole(client: Client, app: string): Promise<void> {
  try {
    await client.query(`create role ${escapeIdentifier(roleOf(app))} nologin`);
  } catch (error) {
    const duplicate = ['42710', '23505'];
    if (!duplicate.includes((error as DatabaseError).code ?? '')) throw error;
  }
}
