import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { findUserPoints } from '../../src/identity/find-user-points.js';
import { identifierIdSql } from '../../src/migrations/1-baseline.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

const point = '01900000-0000-7000-8000-000000000001';
const identifiers: Identifier[] = [
  { type: 'USER_AGENT', value: 'web:1:plain' },
  { type: 'USER_EMAIL', value: 'a'.repeat(64) },
  { type: 'USER_ACCOUNT', compartment_id: 'default', value: '42' },
  { type: 'USER_ACCOUNT', compartment_id: 'a "b" \\ c:\td\u0001/\u2028é😀', value: 'e:"f" \\\n😀' },
];

let database: TrackingDatabase;
beforeAll(async () => void (database = await startTrackingDatabase()));
afterAll(() => database.stop());

it('finds identifiers that were inserted with an id computed in SQL', async () => {
  for (const { type, value, ...rest } of identifiers)
    await database.dataSource.query(
      `insert into user_identifiers
          (identifier_id, datamart_id, type, compartment_id, value, user_point_id, creation_ts)
        select ${identifierIdSql}, *, $5::uuid, 1
        from (values ($1::bigint, $2::text, $3::text, $4::text)) as row (datamart_id, type, compartment_id, value)`,
      [7, type, 'compartment_id' in rest ? rest.compartment_id : '', value, point],
    );
  const references = identifiers.map((identifier) => ({ identifier }));
  const find = (datamart_id: string) =>
    transaction(database.dataSource, (client) => findUserPoints(client, datamart_id, references));
  expect(await find('7')).toEqual(identifiers.map(() => point));
  expect(await find('8')).toEqual(identifiers.map(() => undefined));
});
