import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createDataSource } from '@tributary/database/data-source';
import { migrate } from '@tributary/database/migrate';
import { transaction } from '@tributary/database/transaction';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres';
import type { Identifier } from '@tributary/contracts/identifier';
import { trackingDatabase } from '../src/database.js';
import { IdentifierIds1763700000007 } from '../src/migrations/7-identifier-ids.js';
import { findUserPoints } from '../src/user-points/find-user-points.js';

const point = '01900000-0000-7000-8000-000000000001';
const identifiers: Identifier[] = [
  { type: 'USER_AGENT', value: 'web:1:plain' },
  { type: 'USER_EMAIL', value: 'a'.repeat(64) },
  { type: 'USER_ACCOUNT', compartment_id: 'default', value: '42' },
  { type: 'USER_ACCOUNT', compartment_id: 'a "b" \\ c:\td\u0001/\u2028é😀', value: 'e:"f" \\\n😀' },
];

let postgres: TestPostgres;
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres.stop());

it('identifiers that were stored before they had ids are found by them', async () => {
  const database = { ...trackingDatabase, url: postgres.url };
  const before = trackingDatabase.migrations.slice(0, trackingDatabase.migrations.indexOf(IdentifierIds1763700000007));
  await migrate({ ...database, migrations: before });
  const dataSource = await createDataSource(database).initialize();
  for (const { type, value, ...rest } of identifiers)
    await dataSource.query('insert into user_identifiers values (7, $1, $2, $3, $4, 1)', [
      ...[type, 'compartment_id' in rest ? rest.compartment_id : '', value, point],
    ]);
  await migrate(database);
  const sought = identifiers.map((identifier) => ({ identifier }));
  const find = (datamart_id: string) =>
    transaction(dataSource, (client) => findUserPoints(client, datamart_id, sought));
  expect(await find('7')).toEqual(identifiers.map(() => point));
  expect(await find('8')).toEqual(identifiers.map(() => undefined));
  await dataSource.destroy();
});
