import { generateKeyPairSync } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SnowflakeEngine } from '../../src/engines/snowflake.engine.js';
import { startSnowflake, type SnowflakeServer, type Tables } from './snowflake-server.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: typeof privateKey) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
let server: SnowflakeServer;

beforeAll(async () => {
  server = await startSnowflake({ password: 'pw', publicKey });
});
afterAll(() => server.close());

const columnRow = (TABLE_NAME: string, COLUMN_NAME: string, DATA_TYPE: string, IS_NULLABLE = 'YES') => ({
  TABLE_SCHEMA: 'SALES',
  TABLE_NAME,
  COLUMN_NAME,
  DATA_TYPE,
  IS_NULLABLE,
});
/** The first matching key counts, so longer ones come first. */
const account: Tables = {
  'select table_schema, table_name, column_name, data_type, is_nullable from "SHOP"': [
    columnRow('ORDERS', 'ID', 'NUMBER', 'NO'),
    columnRow('ORDERS', 'TAGS', 'ARRAY'),
    columnRow('TOTALS', 'TOTAL', 'FLOAT'),
  ],
  'show databases': [{ name: 'SHOP' }, { name: 'SNOWFLAKE' }, { name: 'SNOWFLAKE_SAMPLE_DATA' }],
  'select schema_name from "SHOP"': [{ SCHEMA_NAME: 'PUBLIC' }, { SCHEMA_NAME: 'SALES' }],
  'select table_schema, table_name from "SHOP"': [
    { TABLE_SCHEMA: 'SALES', TABLE_NAME: 'ORDERS' },
    { TABLE_SCHEMA: 'SALES', TABLE_NAME: 'TOTALS' },
  ],
  'show primary keys in schema "SHOP"."SALES"': [{ table_name: 'ORDERS', column_name: 'ID' }],
};
beforeEach(() => {
  server.tables = account;
});

const scan = (difference: object = { password: 'pw' }, signal = AbortSignal.timeout(180_000)) =>
  new SnowflakeEngine(server.url).scan({ account: 'acme-eu', username: 'reader', ...difference }, signal);

it('Snowflake lets a connection in that reads nothing', async () => {
  server.tables = {};
  const engine = new SnowflakeEngine(server.url);
  const credentials = { account: 'acme-eu', username: 'reader', password: 'pw' };
  await expect(engine.connect(credentials, AbortSignal.timeout(180_000))).resolves.toBeUndefined();
});

describe('a scan of Snowflake', () => {
  it('finds the databases of the account with their tables and columns', async () => {
    const column = { nullable: true, primary_key: false, repeated: false, has_read_access: true };
    expect(await scan()).toEqual({
      isComplete: true,
      databases: [
        {
          name: 'SHOP',
          schemas: [
            { name: 'PUBLIC', tables: [] },
            {
              name: 'SALES',
              tables: [
                {
                  name: 'ORDERS',
                  has_read_access: true,
                  columns: [
                    { ...column, column_name: 'ID', type_name: 'NUMBER', nullable: false, primary_key: true },
                    { ...column, column_name: 'TAGS', type_name: 'ARRAY', repeated: true },
                  ],
                },
                {
                  name: 'TOTALS',
                  has_read_access: true,
                  columns: [{ ...column, column_name: 'TOTAL', type_name: 'FLOAT' }],
                },
              ],
            },
          ],
        },
      ],
    });
  });

  it('may be limited to one database, and is then not complete', async () => {
    const { databases, isComplete } = await scan({ password: 'pw', database: 'SHOP' });
    expect({ names: databases.map(({ name }) => name), isComplete }).toEqual({ names: ['SHOP'], isComplete: false });
  });

  it('can log in with a private key', async () => {
    expect((await scan({ private_key: pem(privateKey) })).databases).toHaveLength(1);
  });

  it('quotes names with special characters', async () => {
    server.tables = { 'show databases': [{ name: 'A"; drop' }] };
    await scan();
    expect(server.statements).toContainEqual(expect.stringContaining('from "A""; drop".information_schema.tables'));
  });

  it('writes no log file', async () => {
    await scan();
    expect(readdirSync('.').filter((name) => name.startsWith('snowflake'))).toEqual([]);
  });
});

describe('Snowflake refuses', () => {
  it.each([
    ['a wrong password', { password: 'wrong' }],
    ['an unknown key', { private_key: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey) }],
    ['a malformed key', { private_key: 'secret' }],
  ])('%s', async (_case, difference) => {
    await expect(scan(difference)).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION' });
  });

  it('a database that does not exist or is not granted', async () => {
    const message = "Database 'SHOP' does not exist or not authorized.";
    server.tables = { 'select schema_name': () => ({ code: '002003', message, sqlState: '02000' }), ...account };
    await expect(scan()).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION' });
  });
});

describe('a scan of Snowflake fails as a whole', () => {
  it('when one query fails', async () => {
    const failure = { code: '000604', message: 'SQL execution canceled', sqlState: '57014' };
    server.tables = { 'select table_schema, table_name, column_name': () => failure, ...account };
    await expect(scan()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('when no server listens', async () => {
    const unreachable = new SnowflakeEngine('http://127.0.0.1:1');
    const credentials = { account: 'acme', username: 'reader', password: 'pw' };
    await expect(unreachable.scan(credentials, AbortSignal.timeout(3_000))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
