import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from '@tributary/database/data-source';
import { transaction } from '@tributary/database/transaction';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import type { DataSource } from 'typeorm';
import { trackingDatabase } from '../../src/database.js';
import { SegmentUpkeep } from '../../src/segments/segment-upkeep.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
/** One connection, so that it can report its own reads at once. */
let alone: DataSource;
beforeAll(async () => {
  database = await startTrackingDatabase();
  const options = { ...trackingDatabase, url: database.postgres.url, poolSize: 1 };
  alone = await createDataSource(options).initialize();
});
afterAll(async () => {
  await alone.destroy();
  await database.stop();
});

const expired = 20_000;
const expire = () =>
  database.dataSource.query(
    `insert into user_segments (datamart_id, user_point_id, segment_id, creation_ts, last_modified_ts, expiration_ts, version, write_version)
      select 7, gen_random_uuid(), '7', 1, 1, 2, 1, 1 from generate_series(1, $1)`,
    [expired],
  );
async function entriesRead(): Promise<number> {
  await alone.query('select pg_stat_force_next_flush()');
  const [{ read }] = await alone.query<[{ read: number }]>(
    `select sum(idx_tup_read)::int as read from pg_stat_user_indexes where relname = 'user_segments'`,
  );
  return read;
}
async function sweep(): Promise<string> {
  const metrics = new Metrics('tracking-ingest');
  await new SegmentUpkeep(alone, metrics, createLogger('tested', 'silent')).deleteExpired();
  return metrics.registry.metrics();
}

describe('expired memberships', () => {
  it('are found once, also while an old snapshot keeps the entries of deleted ones in the index', async () => {
    await expire();
    const before = await entriesRead();
    await transaction(database.dataSource, async (client) => {
      await client.query('set transaction isolation level repeatable read');
      await client.query('select from user_segments limit 1');
      expect(await sweep()).toMatch(
        new RegExp(`deleted_memberships_total\\{cause="expiration",[^}]*\\} ${expired}$`, 'm'),
      );
    });
    expect((await entriesRead()) - before).toBeLessThan(3 * expired);
    expect(await database.dataSource.query('select from user_segments')).toEqual([]);
  });
});
