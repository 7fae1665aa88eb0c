import { dayMs, isoDay } from '@tributary/contracts/rules/time-units';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { transaction } from '@tributary/database/transaction';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import type { DataSource } from 'typeorm';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { activityDay } from '../../src/activities/activity-day.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import { Housekeeping } from '../../src/activities/housekeeping.js';
import type { NewActivity } from '../../src/activities/new-activity.js';
import { recordErasure } from '../../src/identity/erasures.js';
import { identifierId } from '../../src/identity/identity-claim.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

const settings = { ACTIVITY_RETENTION_DAYS: 30, DEDUPE_WINDOW_DAYS: 7, ANALYSIS_MAX_WAIT: 3_600_000 };
const now = Date.parse('2026-03-15T12:00:00Z');

let database: TrackingDatabase;
let dataSource: DataSource;
let partitions: DayPartitions;
let activities: ActivitiesRepository;
let housekeeping: Housekeeping;
beforeAll(async () => {
  database = await startTrackingDatabase();
  dataSource = database.dataSource;
});
afterAll(() => database.stop());
beforeEach(async () => {
  partitions = new DayPartitions(dataSource);
  activities = new ActivitiesRepository(dataSource, partitions, database.rules);
  const onError = (error: unknown) => {
    throw error;
  };
  housekeeping = new Housekeeping({ dataSource, partitions, settings, erasureKey: database.erasureKey, onError });
  await partitions.drop(() => true);
  await dataSource.query('truncate activities, activity_receipts, collection_changes, collection_counts');
});

const activity = (ts: number, difference: Partial<NewActivity> = {}): NewActivity => ({
  datamart_id: '1',
  activity_id: randomUUID(),
  received_ts: now,
  type: 'TOUCH',
  channel_id: null,
  identifiers: [{ type: 'USER_AGENT', value: 'g' }],
  day: activityDay(ts, now, settings.ACTIVITY_RETENTION_DAYS),
  ts: String(ts),
  event_count: 2,
  facts: {},
  writesData: false,
  body: '{"$type":"TOUCH"}',
  ...difference,
});
const tables = async () =>
  (
    await dataSource.query<{ name: string }[]>(
      `select relname as name from pg_class where relkind = 'r' and relname ~ '^activities_\\d' order by 1`,
    )
  ).map(({ name }) => name);
const tableOf = (ts: number) => `activities_${isoDay(ts).replaceAll('-', '')}`;
const counted = async () => {
  const rows = await dataSource.query<{ collection: string; sum: string }[]>(
    `select collection, sum(change) from collection_changes
      where collection in ('UserActivity', 'UserEvent') group by 1 order by 1`,
  );
  return rows.map(({ sum }) => Number(sum));
};
const stored = async () =>
  (await dataSource.query<{ ts: string }[]>('select ts from activities')).map(({ ts }) => Number(ts));

describe('partitions', () => {
  it('exist a week ahead, also after some days', async () => {
    await housekeeping.run(now);
    expect(await tables()).toContain(tableOf(now + 7 * dayMs));
    await housekeeping.run(now + 3 * dayMs);
    expect(await tables()).toContain(tableOf(now + 10 * dayMs));
  });

  it('are created on demand for old days, but not for distant times', async () => {
    await activities.insertMany(
      [now - 20 * dayMs, 31_536_000_000, Date.parse('2090-01-01')].map((ts) => activity(ts)),
      now,
    );
    expect(await tables()).toEqual([tableOf(now - 20 * dayMs)]);
    expect(await stored()).toHaveLength(3);
  });

  it('are dropped when their day is over, with its counts', async () => {
    await activities.insertMany([activity(now - 20 * dayMs), activity(now)], now);
    await housekeeping.run(now + 10 * dayMs);
    expect(await stored()).toHaveLength(2);
    await housekeeping.run(now + 12 * dayMs);
    expect(await stored()).toEqual([now]);
    expect(await tables()).not.toContain(tableOf(now - 20 * dayMs));
    expect(await counted()).toEqual([1, 2]);
  });

  it('that a crash left half dropped are dropped by the next run', async () => {
    await activities.insertMany([activity(now)], now);
    await dataSource.query(`alter table activities detach partition ${tableOf(now)}`);
    await housekeeping.run(now);
    await activities.insertMany([activity(now)], now);
    expect(await stored()).toEqual([now]);
  });
});

describe('while a transaction that stores activities is open', () => {
  const old = now - 29 * dayMs;
  /** The outcome for another writer while `change` runs beside the open transaction. */
  const writeDuring = (change: () => Promise<unknown>, waits = true) =>
    transaction(dataSource, async (client) => {
      await client.query('lock table activities in row exclusive mode');
      const changed = change().catch((error: unknown) => error);
      if (waits)
        await eventually(async () => expect(await lockWaits(database.postgres.url, 'activities')).toHaveLength(1));
      else await changed;
      const written = await transaction(dataSource, async (writer) => {
        await writer.query(`set local lock_timeout = '300ms'`);
        return writer.query(`select count(*) from activities`).then(
          () => 'went on',
          () => 'was locked out',
        );
      }).catch(() => 'was locked out');
      return { written, changed };
    });

  it('dropping a partition blocks no one', async () => {
    await activities.insertMany([activity(old), activity(now)], now);
    const { written, changed } = await writeDuring(() => partitions.drop((day) => day === isoDay(old)));
    expect(written).toBe('went on');
    expect(await changed).toEqual([isoDay(old)]);
    expect(await stored()).toEqual([now]);
  });

  it('adding a partition blocks no one', async () => {
    await activities.insertMany([activity(now)], now);
    const { written, changed } = await writeDuring(() => partitions.ensure(new Set([isoDay(old)])), false);
    expect(written).toBe('went on');
    expect(await changed).toBeUndefined();
  });

  it('a plain DROP blocks writers (control)', async () => {
    await activities.insertMany([activity(old), activity(now)], now);
    const { written, changed } = await writeDuring(() => dataSource.query(`drop table ${tableOf(old)}`));
    expect(written).toBe('was locked out');
    await changed;
  });
});

describe('activities of distant times', () => {
  it('are kept for the retention, from their arrival on', async () => {
    const undated = [31_536_000_000, Date.parse('2090-01-01')].map((ts) => activity(ts));
    await activities.insertMany([...undated, activity(31_536_000_001, { received_ts: now + 5 * dayMs })], now);
    await housekeeping.run(now + 29 * dayMs);
    expect(await stored()).toHaveLength(3);
    await housekeeping.run(now + 31 * dayMs);
    expect(await stored()).toEqual([31_536_000_001]);
    expect(await counted()).toEqual([1, 2]);
  });
});

describe('the tombstone of an erased identifier', () => {
  it('refuses an activity that waited for its analysis before it waited in Kafka, and later ones by its keyed hash', async () => {
    const identifier = { type: 'USER_AGENT' as const, value: 'erased' };
    const id = identifierId('1', identifier);
    await transaction(dataSource, (client) => recordErasure(client, '1', [id], now));
    const erasedAt = async (time: number) => {
      await housekeeping.run(time);
      return (await activities.insertMany([activity(now, { identifiers: [identifier], received_ts: now })], time))
        .erased;
    };
    const remembered = () => dataSource.query('select from erased_identifiers where identifier_id = $1', [id]);
    const last = now + settings.DEDUPE_WINDOW_DAYS * dayMs + settings.ANALYSIS_MAX_WAIT;
    expect(await erasedAt(last)).toBe(1);
    expect(await remembered()).toHaveLength(1);
    expect(await erasedAt(last + 1)).toBe(1);
    expect(await remembered()).toHaveLength(0);
    // Control: without the keyed hash it is forgotten.
    await dataSource.query('truncate kept_erasures');
    expect(await erasedAt(last + 2)).toBe(0);
  });
});

describe('the window of deduplication', () => {
  const one = activity(now);
  const duplicatesAt = async (time: number) => (await activities.insertMany([one], time)).duplicates;
  const receipts = async () =>
    (await dataSource.query<{ count: string }[]>('select count(*) from activity_receipts'))[0]?.count;

  it('stores an id once, across midnight and housekeeping; after its end the receipt is deleted', async () => {
    expect(await duplicatesAt(now)).toBe(0);
    const midnight = Date.parse('2026-03-16');
    for (const time of [now, midnight - 1, midnight, midnight + 1, now + 7 * dayMs]) {
      await housekeeping.run(time);
      expect(await duplicatesAt(time)).toBe(1);
    }
    expect(await receipts()).toBe('1');
    await housekeeping.run(now + 7 * dayMs + 1);
    expect(await receipts()).toBe('0');
    expect(await duplicatesAt(now + 7 * dayMs + 1)).toBe(0);
  });

  it('is independent of the time that batches of imports are remembered', async () => {
    await dataSource.query(
      `insert into import_batches (datamart_id, execution_id, chunk, batch, applied_ts) values (1, 'housekeeping', 0, 0, $1)`,
      [now],
    );
    const batches = () => dataSource.query(`select from import_batches where execution_id = 'housekeeping'`);
    await housekeeping.run(now + 31 * dayMs);
    expect(await batches()).toHaveLength(1);
    await housekeeping.run(now + 31 * dayMs + 1);
    expect(await batches()).toHaveLength(0);
  });

  it('deletes any number of rows in steps', async () => {
    await dataSource.query(
      `insert into activity_receipts select 1, gen_random_uuid(), $1::bigint from generate_series(1, 12000)`,
      [now - 8 * dayMs],
    );
    await housekeeping.run(now);
    expect(await receipts()).toBe('0');
  });
});
