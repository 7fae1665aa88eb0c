/**
 * A real PostgreSQL for a spec file. It lives beside the embedded server, whose parts it is made of, so that the specs
 * of the libraries below this one can use it too.
 *
 * @example
 * beforeAll(async () => (postgres = await startPostgres()));
 * afterAll(() => postgres.stop());
 */
export { startPostgres, type TestPostgres, type TestPostgresOptions } from '@tributary/database/throw-away-postgres';
