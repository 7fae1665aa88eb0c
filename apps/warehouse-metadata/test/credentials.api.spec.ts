import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { aWarehouse, bootWarehouses, editor, reader, type BootedWarehouses } from './booted-warehouses.js';

let app: BootedWarehouses;

beforeAll(async () => {
  app = await bootWarehouses({ settings: { NODE_ENV: 'production' } });
});
afterAll(() => app.stop());

const postgres = { host: 'db.example.com', port: 5432, user: 'reader', password: 'very secret' };
const snowflake = { account: 'acme-eu', username: 'reader', password: 'very secret' };
const bigQuery = { type: 'service_account', project_id: 'acme', private_key: 'very secret', client_email: 'a@b' };

async function path(engine_type: string): Promise<string> {
  const { body } = await app.api(editor)('POST', '/datawarehouses', aWarehouse({ engine_type }));
  return `/datawarehouses/${(body.data as { id: string }).id}`;
}

describe('credentials', () => {
  it.each([
    ['POSTGRES', postgres],
    ['POSTGRES', { ...postgres, database: 'shop', ssl: true }],
    ['POSTGRES', { ...postgres, ssl: { ca: 'pem', verify: false } }],
    ['SNOWFLAKE', snowflake],
    ['SNOWFLAKE', { ...snowflake, password: undefined, private_key: 'pem', role: 'R', warehouse: 'W', database: 'D' }],
    ['BIG_QUERY', bigQuery],
    ['BIG_QUERY', { ...bigQuery, token_uri: 'http://169.254.169.254/', private_key_id: '1' }],
  ])('of %s are stored and never returned', async (engine_type, document) => {
    const warehouse = await path(engine_type);
    const state = () => app.api(reader)('GET', `${warehouse}/credentials`);
    expect((await state()).body).toEqual({ status: 'ok', data: { configured: false } });
    const before = Date.now();
    const { status, body } = await app.api(editor)('PUT', `${warehouse}/credentials`, document);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok', data: { configured: true, last_modified_ts: expect.any(Number) } });
    expect((body.data as { last_modified_ts: number }).last_modified_ts).toBeGreaterThanOrEqual(before);
    expect((await state()).body).toEqual(body);
  });

  it('are sealed at rest', async () => {
    const warehouse = await path('POSTGRES');
    await app.api(editor)('PUT', `${warehouse}/credentials`, postgres);
    const rows = await app.app
      .get(DataSource, { strict: false })
      .query<object[]>('select * from warehouse_credentials');
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of ['very secret', 'db.example.com']) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it.each([
    ['POSTGRES', { ...postgres, host: undefined }, 'host'],
    ['POSTGRES', { ...postgres, host: '/var/run/postgresql' }, 'host'],
    ['POSTGRES', { ...postgres, host: 'db.example.com/x' }, 'host'],
    ['POSTGRES', { ...postgres, host: '127.0.0.1' }, 'host'],
    ['POSTGRES', { ...postgres, port: 0 }, 'port'],
    ['POSTGRES', { ...postgres, port: '5432' }, 'port'],
    ['POSTGRES', { ...postgres, user: '' }, 'user'],
    ['POSTGRES', { ...postgres, password: undefined }, 'password'],
    ['POSTGRES', { ...postgres, ssl: 'yes' }, 'ssl'],
    ['POSTGRES', snowflake, 'host'],
    ['SNOWFLAKE', { ...snowflake, account: 'evil.example.com/?' }, 'account'],
    ['SNOWFLAKE', { ...snowflake, password: undefined }, 'private_key'],
    ['SNOWFLAKE', { ...snowflake, private_key: 'pem' }, 'private_key'],
    ['BIG_QUERY', { ...bigQuery, project_id: 'acme/../x' }, 'project_id'],
    ['BIG_QUERY', { ...bigQuery, type: 'external_account' }, 'type'],
    ['BIG_QUERY', { ...bigQuery, client_email: undefined }, 'client_email'],
  ])('of %s are rejected as %j', async (engine_type, document, field) => {
    const { status, body } = await app.api(editor)('PUT', `${await path(engine_type)}/credentials`, document);
    expect({ status, code: body['error_code'] }).toEqual({ status: 400, code: 'BAD_REQUEST_DATA' });
    expect(body['error']).toContain(`${field}: `);
    expect(body['error']).not.toMatch(/very secret|allowed forms/);
  });

  it('are deleted if the engine changes, and kept if only the name changes', async () => {
    const warehouse = await path('POSTGRES');
    await app.api(editor)('PUT', `${warehouse}/credentials`, postgres);
    const isConfigured = async () =>
      ((await app.api(reader)('GET', `${warehouse}/credentials`)).body.data as { configured: boolean }).configured;
    await app.api(editor)('PUT', warehouse, aWarehouse({ name: 'Renamed' }));
    expect(await isConfigured()).toBe(true);
    await app.api(editor)('PUT', warehouse, aWarehouse({ engine_type: 'SNOWFLAKE' }));
    expect(await isConfigured()).toBe(false);
    await app.api(editor)('PUT', warehouse, aWarehouse());
    expect(await isConfigured()).toBe(false);
  });

  it('cannot name an internal host in production, not even by a name that resolves to one', async () => {
    const warehouse = await path('POSTGRES');
    const { status } = await app.api(editor)('PUT', `${warehouse}/credentials`, { ...postgres, host: 'localhost' });
    expect(status).toBe(200);
    for (const [path, body] of [
      ['metadata', { fetch_only: true }],
      ['credentials/test', { ...postgres, host: 'localhost' }],
    ] as const) {
      const answer = await app.api(editor)('POST', `${warehouse}/${path}`, body);
      expect(answer).toMatchObject({ status: 400, body: { error_code: 'CONSTRAINT_VIOLATION_EXCEPTION' } });
      expect(answer.body['error']).toContain('private network');
    }
  });
});
