import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { openPostgresPort } from '@tributary/testing/postgres/postgres-port';
import type { Platform } from '@tributary/testing/processes/platform';
import { Client, type Resource } from '../client/client.js';
import { newTenant, type Tenant } from '../client/tenant.js';

interface Tree {
  databases: { name: string; schemas: { name: string; tables: Table[] }[] }[];
}
type Table = Resource & { columns: (Resource & { column_name: string })[] };

/** The metadata of a PostgreSQL server, which is the database of the product itself. */
export function warehousesJourney(platform: () => Platform, databaseUrl: () => string): void {
  let client: Client;
  let tenant: Tenant;
  let path: string;
  let server: Awaited<ReturnType<typeof openPostgresPort>>;

  beforeAll(async () => {
    client = new Client(platform().url, platform().token);
    tenant = await newTenant(client);
    const input = { name: 'Own', description: '', engine_type: 'POSTGRES' };
    // The service reads the organisation with a delay.
    const warehouse = await eventually(() =>
      client.post(`/datawarehouses?organisation_id=${tenant.organisation_id}`, input),
    );
    path = `/datawarehouses/${warehouse.id}`;
    server = await openPostgresPort(databaseUrl());
  });

  // Undefined if the start failed.
  afterAll(() => (server as typeof server | undefined)?.close());

  it('has no metadata without credentials, and never returns the credentials', async () => {
    expect(await client.get<Tree>(`${path}/metadata`)).toMatchObject({ databases: [] });
    await client.expectError(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'POST', `${path}/metadata`, { fetch_only: false });
    const { hostname, port, username, password, pathname } = new URL(server.url);
    const credentials = { host: hostname, port: Number(port || 5432), user: username };
    await client.put(`${path}/credentials`, { ...credentials, password, database: pathname.slice(1) });
    const read = await client.call('GET', `${path}/credentials`);
    expect(read.body).toMatchObject({ data: { configured: true } });
    if (password !== '') expect(JSON.stringify(read.body)).not.toContain(password);
  });

  it('reads the metadata of the engine, stores it, and finds a column by its id', async () => {
    const read = await client.post<Tree>(`${path}/metadata`, { fetch_only: true });
    expect(await client.get<Tree>(`${path}/metadata`)).toMatchObject({ databases: [] });
    expect(await client.post<Tree>(`${path}/metadata`, { fetch_only: false })).toMatchObject({
      databases: [{ name: read.databases[0]?.name }],
    });
    const stored = await client.get<Tree>(`${path}/metadata`);
    const admin = stored.databases[0]?.schemas.find(({ name }) => name === 'admin');
    const column = admin?.tables.flatMap(({ columns }) => columns).find(({ column_name }) => column_name === 'email');
    expect(await client.get(`${path}/columns/${column?.id}`)).toMatchObject({
      column_name: 'email',
      table_name: 'users',
      schema_name: 'admin',
      data_warehouse_name: 'Own',
    });
  });

  it('is linked to a datamart until the warehouse is deleted', async () => {
    const config = `/datamarts/${tenant.datamart_id}${path}/config`;
    await client.put(config, { datamart_id: tenant.datamart_id, data_warehouse_id: path.split('/')[2] });
    expect(await client.get(config)).toMatchObject({ datamart_id: tenant.datamart_id });
    await client.delete(path);
    await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', config);
    await client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', `${path}/metadata`);
  });
}
