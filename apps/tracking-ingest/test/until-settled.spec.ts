import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { query, transaction } from '@tributary/database/transaction';
import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { storeActivities } from '../src/activities/store-activities.js';
import { daysOf, readActivity } from '../src/activities/screen-activities.js';
import { untilSettled } from '../src/user-points/until-settled.js';
import { startTrackingDatabase, type TrackingDatabase } from './tracking-database.js';

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
const nothing = () => [] as const;

/** Fails the first time. */
function secondTime(): () => true | undefined {
  let count = 0;
  return () => (count++ === 0 ? undefined : true);
}

describe('an attempt that is repeated', () => {
  it('is undone, also when one within it was repeated, and the transaction goes on', async () => {
    const [outer, inner] = [secondTime(), secondTime()];
    let attempts = 0;
    await transaction(dataSource, async (client) => {
      await add(client, 'before');
      await untilSettled(client, nothing, async () => {
        attempts += 1;
        await add(client, `attempt ${attempts}`);
        await untilSettled(client, nothing, () => Promise.resolve(inner()));
        await client.query('select 1');
        return outer();
      });
      await add(client, 'after');
    });
    expect(await steps()).toEqual([{ step: 'after' }, { step: 'attempt 2' }, { step: 'before' }]);
  });

  it('begins with the same statements, and gets their answers anew', async () => {
    const again = secondTime();
    const counts: number[] = [];
    await transaction(dataSource, (client) => {
      const open = () => [client.query<{ count: number }>('select count(*)::int as count from steps')] as const;
      return untilSettled(client, open, async ([{ rows }]) => {
        counts.push(rows[0]?.count ?? -1);
        await query(dataSource, `insert into steps values ('of somebody else ${counts.length}')`);
        return again();
      });
    });
    expect(counts).toEqual([3, 4]);
  });
});

describe('two transactions that store the same activities of somebody new at once', () => {
  it('store each once, and say who did', async () => {
    const now = Date.now();
    const activities = Array.from({ length: 20 }, (_, number) => {
      const id = `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
      const identifiers = [{ type: 'USER_AGENT' as const, value: `somebody ${number % 7}` }];
      const body = JSON.stringify({ $type: 'SITE_VISIT', $ts: now, $events: [] });
      const received = { datamart_id: '1', activity_id: id, received_ts: now, identifiers, body };
      const activity = readActivity(received, daysOf(now, 396), { needsReceipt: true });
      if (typeof activity === 'string') throw new Error(activity);
      return { ...activity, day: '-infinity' };
    });
    const halves = [activities.slice(0, 15), activities.slice(5), activities, activities.toReversed()];
    const outcomes = await Promise.all(
      halves.map((half) => transaction(dataSource, (client, last) => storeActivities(client, half, now, last))),
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
