import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query, transaction, unitOfWork } from '@tributary/database/transaction';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { storeActivities } from '../../src/activities/store-activities.js';
import { daysOf, readActivity } from '../../src/activities/validate-activities.js';
import { retryOnConflict } from '../../src/identity/retry-on-conflict.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await startTrackingDatabase();
  dataSource = database.dataSource;
  await query(dataSource, 'create table steps (step text primary key)');
});
afterAll(() => database.stop());

const add = (client: pg.ClientBase, step: string) => client.query('insert into steps values ($1)', [step]);
const steps = async () => (await query<{ step: string }>(dataSource, 'select step from steps order by 1')).rows;
const nothing = () => ({});

/** Fails the first time. */
function secondTime(): () => true | undefined {
  let count = 0;
  return () => (count++ === 0 ? undefined : true);
}

describe('a repeated attempt', () => {
  it('is undone, also when a nested one was repeated, and the transaction continues', async () => {
    const [outer, inner] = [secondTime(), secondTime()];
    let attempts = 0;
    await transaction(dataSource, async (client) => {
      await add(client, 'before');
      await retryOnConflict(client, nothing, async () => {
        attempts += 1;
        await add(client, `attempt ${attempts}`);
        await retryOnConflict(client, nothing, () => Promise.resolve(inner()));
        await client.query('select 1');
        return outer();
      });
      await add(client, 'after');
    });
    expect(await steps()).toEqual([{ step: 'after' }, { step: 'attempt 2' }, { step: 'before' }]);
  });

  it('repeats its reads, and gets their new answers', async () => {
    const again = secondTime();
    const counts: number[] = [];
    await transaction(dataSource, (client) => {
      const read = () => ({ counted: client.query<{ count: number }>('select count(*)::int as count from steps') });
      return retryOnConflict(client, read, async ({ counted: { rows } }) => {
        counts.push(rows[0]?.count ?? -1);
        await query(dataSource, `insert into steps values ('of another transaction ${counts.length}')`);
        return again();
      });
    });
    expect(counts).toEqual([3, 4]);
  });
});

describe('concurrent transactions that store the same activities of new people', () => {
  it('store each activity once, and return which of them stored it', async () => {
    const now = Date.now();
    const activities = Array.from({ length: 20 }, (_, number) => {
      const id = `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      const identifiers = [{ type: 'USER_AGENT' as const, value: `person ${number % 7}` }];
      const body = JSON.stringify({ $type: 'SITE_VISIT', $ts: now, $events: [] });
      const received = { datamart_id: '1', activity_id: id, received_ts: now, identifiers, body };
      const activity = readActivity(received, daysOf(now, 396));
      if (typeof activity === 'string') throw new Error(activity);
      return { ...activity, day: '-infinity' };
    });
    const context = database.rules.at(now);
    const halves = [activities.slice(0, 15), activities.slice(5), activities, activities.toReversed()];
    const outcomes = await Promise.all(
      halves.map((half) => unitOfWork(dataSource, (work) => storeActivities(work, half, context))),
    );
    const stored = outcomes.flatMap((outcome) => outcome.stored.map(({ activity_id }) => activity_id));
    expect(stored.toSorted()).toEqual(activities.map(({ activity_id }) => activity_id));
    expect(outcomes.map(({ stored, duplicates }) => stored.length + duplicates)).toEqual([15, 15, 20, 20]);
    const { rows } = await query(dataSource, 'select activity_id from activities order by 1');
    expect(rows.map((row) => row['activity_id'] as unknown)).toEqual(stored.toSorted());
    const points = await query(dataSource, 'select from user_points where datamart_id = 1');
    expect(points.rowCount).toBe(7);
  });
});
