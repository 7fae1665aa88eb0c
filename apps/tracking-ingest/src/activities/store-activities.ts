import { groupBy } from '@tributary/bus/group-by';
import { handledTraces } from '@tributary/bus/handling';
import { outboxStatements } from '@tributary/bus/outbox';
import { activityStored } from '@tributary/contracts/topics';
import { uuid7 } from '@tributary/contracts/uuid';
import { atOnce } from '@tributary/database/at-once';
import { copyInto } from '@tributary/database/copy';
import { insertFew, maxFew } from '@tributary/database/insert-few';
import { plainArray } from '@tributary/database/plain-array';
import type { SendLast } from '@tributary/database/transaction';
import type pg from 'pg';
import type { Storing } from '../balance/count-fates.js';
import { changeStatements, type CollectionChange } from '../collections/count-changes.js';
import { applyEvents } from '../events/apply-events.js';
import type { Resolved } from '../user-points/identified.js';
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

/**
 * Stores each activity once, with its user point, and tells the reports; the days have their partitions.
 *
 * @param last takes the last statements; by default they are sent and waited for
 */
export async function storeActivities(
  client: pg.ClientBase,
  received: NewActivity[],
  now: number,
  last: SendLast = sendNow(client),
): Promise<Outcome & Storing> {
  const resolved = await resolveUserPoints(client, received, now, () => claim(client, received, now));
  const fresh = received.filter((_, index) => !isDuplicate(resolved[index]));
  const stored = withUserPoints(received, resolved);
  await applyEvents(client, stored, now);
  await insert(client, stored, last);
  return {
    duplicates: received.length - fresh.length,
    erased: fresh.length - stored.length,
    crowded: resolved.filter((one) => 'isCrowded' in one).length,
    fresh,
    stored,
  };
}

const sendNow =
  (client: pg.ClientBase): SendLast =>
  async (statements) =>
    void (await atOnce(client, () => statements.map((statement) => client.query(statement))));

const isDuplicate = (resolved?: Resolved) =>
  resolved !== undefined && 'refusal' in resolved && resolved.refusal === 'IGNORED';

/** Inserts the activities, and what is told and counted of them. */
async function insert(client: pg.ClientBase, activities: PlacedActivity[], last: SendLast): Promise<void> {
  const traces = handledTraces();
  const messages = toStoredMessages(activities).map((value) => ({
    ...{ id: uuid7(), value },
    traceparent: tracesOfMessage(value, traces),
  }));
  const rows = activities.map(rowOf);
  if (rows.length === 0) return;
  const areFew = rows.length <= maxFew;
  if (!areFew) await copyInto(client, 'activities', activityColumns, rows);
  await last([
    ...(areFew ? [insertFew('insert-activities', 'activities', activityColumns, rows)] : []),
    ...changeStatements(growth(activities)),
    ...outboxStatements(activityStored, messages),
  ]);
}

function growth(activities: PlacedActivity[]): CollectionChange[] {
  const changes: CollectionChange[] = [];
  for (const own of groupBy(activities, ({ datamart_id, day }) => `${datamart_id}/${day}`).values()) {
    const [first] = own;
    if (!first) continue;
    const { datamart_id, day } = first;
    const events = own.reduce((sum, { event_count }) => sum + event_count, 0);
    changes.push({ datamart_id, day, collection: 'UserActivity', change: own.length });
    changes.push({ datamart_id, day, collection: 'UserEvent', change: events });
  }
  return changes;
}

/**
 * Claims the activities whose id nobody has stored yet; answers the positions of the others. Ordered, so that two
 * transactions never wait for each other.
 */
async function claim(client: pg.ClientBase, received: NewActivity[], now: number): Promise<Set<number>> {
  const claimed = [...received.entries()].filter(([, { needsReceipt }]) => needsReceipt);
  if (claimed.length === 0) return new Set();
  const { rows } = await client.query<{ position: number }>({
    name: 'claim-activities',
    // Answers those that were stored before: they are few.
    text: `with received as (
        select * from unnest($1::bigint[], $2::uuid[], $4::int[]) as received (datamart_id, activity_id, position)),
      claimed as (
        insert into activity_receipts (datamart_id, activity_id, stored_ts)
        select datamart_id, activity_id, $3 from received order by 1, 2
        on conflict do nothing returning datamart_id, activity_id)
      select position from received where (datamart_id, activity_id) not in (select * from claimed)`,
    values: [
      plainArray(claimed.map(([, { datamart_id }]) => datamart_id)),
      plainArray(claimed.map(([, { activity_id }]) => activity_id)),
      now,
      plainArray(claimed.map(([position]) => position)),
    ],
  });
  return new Set(rows.map(({ position }) => position));
}

const activityColumns = [
  ...['day', 'datamart_id', 'user_point_id', 'ts', 'activity_id'],
  ...['received_ts', 'type', 'event_count', 'body'],
];

const rowOf = (activity: PlacedActivity) => [
  ...[activity.day, activity.datamart_id, activity.user_point_id, activity.ts, activity.activity_id],
  ...[activity.received_ts, activity.type, activity.event_count, activity.body],
];
