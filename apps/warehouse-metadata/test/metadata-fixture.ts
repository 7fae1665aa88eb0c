import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { metadataRefreshed } from '@tributary/contracts/topics/topics';
import type { Database, DataWarehouseInfos, Table } from '@tributary/contracts/warehouses/warehouse-metadata';
import type { MetadataRefreshed } from '@tributary/contracts/warehouses/warehouse-messages';
import { aWarehouse, bootWarehouses, editor, reader, type BootedWarehouses } from './booted-warehouses.js';
import { openPort, type LocalServer } from './local-server.js';

/** A consumer of the metadata of warehouses. */
export
@Controller()
class Follower {
  static readonly received: MetadataRefreshed[] = [];

  @Consume(metadataRefreshed, { group: 'test.follower' })
  handle(@Payload() batch: Received<MetadataRefreshed>[]): Rejection[] {
    for (const { value } of batch) Follower.received.push(value);
    return [];
  }
}

export let app: BootedWarehouses;
export let server: LocalServer;

beforeAll(async () => {
  app = await bootWarehouses({ controllers: [Follower] });
  server = await openPort(app.postgres);
});
afterAll(async () => {
  await server.close();
  await app.stop();
});

/** A database of its own with one table, and a data warehouse that is limited to it. */
export async function aDatabase(difference: object = {}) {
  const database = `db_${randomUUID().replaceAll('-', '_')}`;
  await server.query(`create database ${database}`);
  const sql = (text: string) => server.query(text, database);
  await sql('create schema shop; create table shop.orders (id bigint primary key, labels text[])');
  const { body } = await app.api(editor)('POST', '/datawarehouses', aWarehouse());
  const { id } = body.data as { id: string };
  const path = `/datawarehouses/${id}`;
  const give = (credentials: object) => app.api(editor)('PUT', `${path}/credentials`, credentials);
  await give({ ...server.credentials, database, ...difference });
  const refresh = (request: object = { fetch_only: false }, query = '') =>
    app.api(editor)('POST', `${path}/metadata${query}`, request);
  const tree = async (query = ''): Promise<DataWarehouseInfos> =>
    (await app.api(reader)('GET', `${path}/metadata${query}`)).body.data;
  return { id, path, database, sql, give, refresh, tree };
}

export const tables = ({ databases }: { databases: Database[] }): Table[] =>
  databases.flatMap(({ schemas }) => schemas).flatMap(({ tables }) => tables);
