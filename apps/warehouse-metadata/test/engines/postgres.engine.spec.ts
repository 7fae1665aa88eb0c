import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import { AddressGuard } from '@tributary/security/addresses/address-guard';
import type { Scan, SeenTable } from '../../src/engines/engine.js';
import { PostgresEngine } from '../../src/engines/postgres.engine.js';
import { openPort, type LocalServer } from '../local-server.js';

let postgres: TestPostgres;
let server: LocalServer;

const engine = new PostgresEngine(new AddressGuard({ isStrict: false, allowed: [] }));
const longDeadline = () => AbortSignal.timeout(180_000);
const scan = (difference: object = {}, signal = longDeadline()): Promise<Scan> =>
  engine.scan({ ...server.credentials, ...difference }, signal);

const connect = (difference: object = {}, signal = longDeadline()): Promise<void> =>
  engine.connect({ ...server.credentials, ...difference }, signal);

beforeAll(async () => {
  postgres = await startPostgres();
  server = await openPort(postgres);
  await server.query('create database shop');
  await server.query('create database closed');
  await server.query('revoke connect on database closed from public');
  await server.query('create database a_template is_template true');
  await server.query(`create role analyst login password 'analyst'`);
  await server.query(
    `
    create schema sales;
    create schema empty_one;
    create type mood as enum ('good', 'bad');
    create domain tags as text[];
    create domain code as varchar(8) not null;
    create table sales.orders (
      shop int, id bigint, dropped int, total numeric(10,2) not null, labels text[], grid int[][], feeling mood, marks tags,
      short code, primary key (id, shop) include (total)
    );
    alter table sales.orders drop column dropped;
    create view sales.totals as select sum(total) as total from sales.orders;
    create materialized view sales.daily as select 1 as day;
    create table sales.events (day date not null, body jsonb) partition by range (day);
    create table sales.events_2026 partition of sales.events for values from ('2026-01-01') to ('2027-01-01');
    create extension postgres_fdw;
    create server elsewhere foreign data wrapper postgres_fdw;
    create foreign table sales.far (id int) server elsewhere;
    create table sales."odd ""name"" \\ é" ("a b" int, "ünï" text);
    create table sales.nothing ();
    create sequence sales.numbers;
    create index on sales.orders (total);
    grant usage on schema sales to analyst;
    grant select on sales.totals to analyst;
    grant select (shop) on sales.orders to analyst;
    create table public.hidden (id int);
    `,
    'shop',
  );
});
afterAll(async () => {
  await server.close();
  await postgres.stop();
});

const schemaOf = ({ databases }: Scan, database: string, schema: string) =>
  databases.find(({ name }) => name === database)?.schemas?.find(({ name }) => name === schema);
const tableOf = (seen: Scan, name: string): SeenTable => {
  const table = schemaOf(seen, 'shop', 'sales')?.tables?.find((candidate) => candidate.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return table;
};

describe('a scan of PostgreSQL', () => {
  it('finds all databases except templates, and all schemas except system schemas', async () => {
    const { databases, isComplete } = await scan();
    expect(isComplete).toBe(true);
    const names = databases.filter(({ schemas }) => schemas).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['closed', 'postgres', 'shop']));
    expect(names.filter((name) => name.includes('template'))).toEqual([]);
    const shop = databases.find(({ name }) => name === 'shop');
    expect(shop?.schemas?.map(({ name }) => name).sort()).toEqual(['empty_one', 'public', 'sales']);
    expect(shop?.schemas?.find(({ name }) => name === 'empty_one')?.tables).toEqual([]);
  });

  it('finds tables, views, materialized views, foreign tables, and partitioned tables without their partitions', async () => {
    const tables = schemaOf(await scan(), 'shop', 'sales')?.tables?.map(({ name }) => name);
    expect(tables?.sort()).toEqual(['daily', 'events', 'far', 'nothing', 'odd "name" \\ é', 'orders', 'totals'].sort());
  });

  it('reads columns in order, with type, nullability, keys and arrays', async () => {
    const column = (column_name: string, type_name: string, difference: object = {}) => ({
      column_name,
      type_name,
      nullable: true,
      primary_key: false,
      repeated: false,
      has_read_access: true,
      ...difference,
    });
    const seen = await scan();
    expect(tableOf(seen, 'orders').columns).toEqual([
      column('shop', 'integer', { nullable: false, primary_key: true }),
      column('id', 'bigint', { nullable: false, primary_key: true }),
      column('total', 'numeric(10,2)', { nullable: false }),
      column('labels', 'text[]', { repeated: true }),
      column('grid', 'integer[]', { repeated: true }),
      column('feeling', 'public.mood'),
      column('marks', 'public.tags', { repeated: true }),
      column('short', 'public.code', { nullable: false }),
    ]);
    expect(tableOf(seen, 'nothing').columns).toEqual([]);
    expect(tableOf(seen, 'odd "name" \\ é').columns?.map(({ column_name }) => column_name)).toEqual(['a b', 'ünï']);
  });

  it('lists the columns that the user may not read, and says so', async () => {
    const { columns = [] } = tableOf(await scan({ user: 'analyst', password: 'analyst' }), 'orders');
    const readable = columns.filter(({ has_read_access }) => has_read_access).map(({ column_name }) => column_name);
    expect([readable, columns.length]).toEqual([['shop'], 8]);
  });

  it('finds tables that the user may not read, without read access', async () => {
    const seen = await scan({ user: 'analyst', password: 'analyst' });
    expect(tableOf(seen, 'totals').has_read_access).toBe(true);
    expect(tableOf(seen, 'orders').has_read_access).toBe(true);
    const unreadable = { has_read_access: false };
    expect(tableOf(seen, 'events')).toMatchObject({ ...unreadable, columns: [unreadable, unreadable] });
    expect(schemaOf(seen, 'shop', 'public')?.tables).toMatchObject([{ name: 'hidden', has_read_access: false }]);
  });

  it('finds a database that the user may not connect to, without its schemas', async () => {
    const { databases } = await scan({ user: 'analyst', password: 'analyst' });
    expect(databases.find(({ name }) => name === 'closed')).toEqual({ name: 'closed' });
    expect((await scan()).databases.find(({ name }) => name === 'closed')?.schemas).toBeDefined();
    await server.query('alter database closed allow_connections false');
    expect((await scan()).databases.find(({ name }) => name === 'closed')).toEqual({ name: 'closed' });
    await server.query('alter database closed allow_connections true');
  });

  it('tries every address of the host', async () => {
    const lookup = () => Promise.resolve(['::1', '127.0.0.1'].map((address) => ({ address, family: 0 })));
    const named = new PostgresEngine(new AddressGuard({ isStrict: false, allowed: [], lookup }));
    const { databases } = await named.scan({ ...server.credentials, host: 'localhost' }, longDeadline());
    expect(databases.length).toBeGreaterThan(1);
  });

  it('may be limited to one database, and is then not complete', async () => {
    const { databases, isComplete } = await scan({ database: 'shop' });
    expect(databases.map(({ name }) => name)).toEqual(['shop']);
    expect(isComplete).toBe(false);
  });
});

describe('PostgreSQL refuses', () => {
  it.each([
    ['an unknown user', { user: 'unknown' }],
    ['a wrong password', { password: 'wrong' }],
    ['an empty password', { password: '' }],
    ['a database that does not exist', { database: 'nowhere' }],
    ['a database that the user may not connect to', { user: 'analyst', password: 'analyst', database: 'closed' }],
    ['TLS, which this server does not support', { ssl: true }],
  ])('%s', async (_case, difference) => {
    for (const work of [scan, connect])
      await expect(work(difference)).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION_EXCEPTION' });
  });
});

describe('a connection', () => {
  it.each([{}, { database: 'shop' }, { user: 'analyst', password: 'analyst' }])('is made with %j', (difference) =>
    expect(connect(difference)).resolves.toBeUndefined(),
  );

  it('fails where no server listens, and when the server does not answer in time', async () => {
    await expect(connect({ port: 1 })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    server.freeze(true);
    await expect(connect({}, AbortSignal.timeout(500))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    server.freeze(false);
  });
});

describe('a scan fails as a whole', () => {
  it('when no server listens', async () => {
    await expect(scan({ port: 1 })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('when the host cannot be resolved', async () => {
    await expect(scan({ host: 'nowhere.invalid' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it.each([1, 1_000, 4_000])('when the connection is cut after %i bytes', async (bytes) => {
    server.cutAfter(bytes);
    await expect(scan()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    server.cutAfter(undefined);
    await expect(scan()).resolves.toMatchObject({ isComplete: true });
  });

  it('when the server does not answer in time', async () => {
    server.freeze(true);
    await expect(scan({}, AbortSignal.timeout(500))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    server.freeze(false);
  });
});
