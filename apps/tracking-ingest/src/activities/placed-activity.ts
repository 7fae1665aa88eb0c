import type { Resolved } from '../user-points/identified.js';
import type { NewActivity } from './screen-activities.js';

/** An activity that has found its person. */
export interface PlacedActivity extends NewActivity {
  user_point_id: string;
}

/** The activities with their people's ids, without those whose person has been erased since they came in. */
export function withUserPoints(activities: NewActivity[], resolved: Resolved[]): PlacedActivity[] {
  const placed: PlacedActivity[] = [];
  for (const [index, activity] of activities.entries()) {
    const found = resolved[index];
    if (found && 'user_point_id' in found) placed.push(place(activity, found.user_point_id));
  }
  return placed;
}

/** A copy, field by field for the sake of V8 (`to-stored-messages.ts`): the activity may have to find its person again. */
const place = (activity: NewActivity, user_point_id: string): PlacedActivity => ({
  datamart_id: activity.datamart_id,
  activity_id: activity.activity_id,
  user_point_id,
  needsReceipt: activity.needsReceipt,
  received_ts: activity.received_ts,
  identifiers: activity.identifiers,
  day: activity.day,
  ts: activity.ts,
  type: activity.type,
  channel_id: activity.channel_id,
  event_count: activity.event_count,
  description: activity.description,
  writesData: activity.writesData,
  body: activity.body,
});
