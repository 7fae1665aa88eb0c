import { handledTraces } from '@tributary/bus/handling';
import { insertOutbox } from '@tributary/bus/outbox';
import { activityStored } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { atOnce } from '@tributary/database/at-once';
import { copyInto } from '@tributary/database/copy';
import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { Storing } from '../balance/count-fates.js';
import { countChanges, type CollectionChange } from '../collections/count-changes.js';
import { applyEvents } from '../events/apply-events.js';
import { resolveUserPoints } from '../user-points/resolve-user-points.js';
import { withUserPoints, type PlacedActivity } from './placed-activity.js';
import type { NewActivity } from './screen-activities.js';
import { toStoredMessages } from './to-stored-messages.js';
import { tracesOfMessage } from './traces-of-message.js';

/** How many of a batch's activities were not simply stored. */
export interface Outcome {
  /** Stored before. */
  duplicates: number;
  /** Of people erased since the activities came in. */
  erased: number;
  /** Stored, but with too many identifiers for one person. */
  crowded: number;
}

/** Stores each activity once, with its user point, and tells the reports; the days have their partitions. */
export async function storeActivities(
  client: pg.ClientBase,
  received: NewActivity[],
  now: number,
): Promise<Outcome & Storing> {
  const fresh = await claim(client, received, now);
  const duplicates = received.length - fresh.length;
  if (fresh.length === 0) return { duplicates, erased: 0, crowded: 0, fresh, stored: [] };
  const resolved = await resolveUserPoints(client, fresh, now);
  const activities = withUserPoints(fresh, resolved);
  await copyActivities(client, activities);
  await applyEvents(client, activities, now);
  const traces = handledTraces();
  const messages = toStoredMessages(activities).map((value) => ({
    ...{ id: uuid7(), value },
    traceparent: tracesOfMessage(value, traces),
  }));
  const grown = growth(activities);
  await atOnce(client, () => [countChanges(client, grown), insertOutbox(client, activityStored, messages)]);
  const crowded = resolved.filter((one) => 'isCrowded' in one).length;
  return { duplicates, erased: fresh.length - activities.length, crowded, fresh, stored: activities };
}

const growth = (activities: PlacedActivity[]): CollectionChange[] =>
  activities.flatMap(({ datamart_id, day, event_count }) => [
    { datamart_id, day, collection: 'UserActivity', change: 1 },
    { datamart_id, day, collection: 'UserEvent', change: event_count },
  ]);

/** The activities whose id nobody has stored yet. Ordered, so that two transactions never wait for each other. */
async function claim(client: pg.ClientBase, activities: NewActivity[], now: number): Promise<NewActivity[]> {
  const { rows } = await client.query<{ datamart_id: string; activity_id: string }>({
    name: 'claim-activities',
    // Answers those that were stored before: they are few.
    text: `with received as (select * from unnest($1::bigint[], $2::uuid[]) as received (datamart_id, activity_id)),
      claimed as (
        insert into activity_receipts (datamart_id, activity_id, stored_ts)
        select *, $3 from received order by 1, 2
        on conflict do nothing returning datamart_id, activity_id)
      select * from received except select * from claimed`,
    values: [
      plainArray(activities.map(({ datamart_id }) => datamart_id)),
      plainArray(activities.map(({ activity_id }) => activity_id)),
      now,
    ],
  });
  if (rows.length === 0) return activities;
  const stored = new Set(rows.map(({ datamart_id, activity_id }) => `${datamart_id}/${activity_id}`));
  return activities.filter(({ datamart_id, activity_id }) => !stored.has(`${datamart_id}/${activity_id}`));
}

const activityColumns = [
  ...['day', 'datamart_id', 'user_point_id', 'ts', 'activity_id'],
  ...['received_ts', 'type', 'event_count', 'body'],
];

async function copyActivities(client: pg.ClientBase, activities: PlacedActivity[]): Promise<void> {
  const rows = activities.map((activity) => [
    ...[activity.day, activity.datamart_id, activity.user_point_id, activity.ts, activity.activity_id],
    ...[activity.received_ts, activity.type, activity.event_count, activity.body],
  ]);
  await copyInto(client, 'activities', activityColumns, rows);
}
