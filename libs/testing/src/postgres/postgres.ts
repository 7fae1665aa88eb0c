/**
 * A real PostgreSQL for a spec file. Its code is in libs/database, beside the embedded server that it uses, so that the
 * specs of libs/database and of the libs below it can use it too.
 *
 * @example
 * beforeAll(async () => (postgres = await startPostgres()));
 * afterAll(() => postgres.stop());
 */
export {
  startPostgres,
  type TestPostgres,
  type TestPostgresOptions,
} from '@tributary/database/embedded/throw-away-postgres';
