import { Injectable } from '@nestjs/common';
import { insertOutbox } from '@tributary/bus/outbox';
import { activityStored } from '@tributary/contracts/topics';
import { copyInto } from '@tributary/database/copy';
import { transaction } from '@tributary/database/transaction';
import { uuid7 } from '@tributary/contracts/uuid';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { applyEvents } from '../events/apply-events.js';
import { DayPartitions } from './day-partitions.js';
import type { NewActivity } from './screen-activities.js';
import { toStoredMessages } from './to-stored-messages.js';
import { resolveUserPoints } from '../user-points/resolve-user-points.js';
import { withUserPoints, type PlacedActivity } from './placed-activity.js';

@Injectable()
export class ActivitiesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly days: DayPartitions,
  ) {}

  /** Stores each activity once, with its user point, and tells the reports, in one transaction. */
  async insertMany(received: NewActivity[], now: number): Promise<void> {
    await this.days.ensure(new Set(received.map(({ day }) => day)));
    await transaction(this.dataSource, async (client) => {
      const fresh = await claim(client, received);
      if (fresh.length === 0) return;
      const activities = withUserPoints(fresh, await resolveUserPoints(client, fresh, now));
      await copyActivities(client, activities);
      await applyEvents(client, activities, now);
      const messages = toStoredMessages(activities).map((value) => ({ id: uuid7(), value }));
      await insertOutbox(client, activityStored, messages);
    });
  }
}

/** The activities whose id nobody has stored yet. Ordered, so that two transactions never wait for each other. */
async function claim(client: pg.ClientBase, activities: NewActivity[]): Promise<NewActivity[]> {
  const { rows } = await client.query<{ datamart_id: string; activity_id: string }>({
    name: 'claim-activities',
    text: `insert into activity_receipts (datamart_id, activity_id, received_ts)
      select * from unnest($1::bigint[], $2::uuid[], $3::bigint[]) order by 1, 2
      on conflict do nothing returning datamart_id, activity_id`,
    values: [
      activities.map(({ datamart_id }) => datamart_id),
      activities.map(({ activity_id }) => activity_id),
      activities.map(({ received_ts }) => received_ts),
    ],
  });
  if (rows.length === activities.length) return activities;
  const claimed = new Set(rows.map(({ datamart_id, activity_id }) => `${datamart_id}/${activity_id}`));
  return activities.filter(({ datamart_id, activity_id }) => claimed.has(`${datamart_id}/${activity_id}`));
}

const activityColumns = ['day', 'datamart_id', 'user_point_id', 'ts', 'activity_id', 'received_ts', 'type', 'body'];

async function copyActivities(client: pg.ClientBase, activities: PlacedActivity[]): Promise<void> {
  const rows = activities.map(({ day, datamart_id, user_point_id, ts, activity_id, received_ts, type, body }) => [
    ...[day, datamart_id, user_point_id, ts, activity_id, received_ts, type, body],
  ]);
  await copyInto(client, 'activities', activityColumns, rows);
}
