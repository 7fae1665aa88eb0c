import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/activity';
import type { PlacedActivity } from './placed-activity.js';

/**
 * Activities in one message to the reports. Type and channel may be 255 characters that JSON writes in 6 bytes each:
 * of such, 250 are 800 KiB, and a broker takes 1 MiB.
 */
export const activitiesPerMessage = 250;

/** The first instant of the year 10000: no report reaches it, and every store can keep it. */
const afterAllReports = 253_402_300_800_000;

/** One message per datamart and `activitiesPerMessage`. */
export function toStoredMessages(activities: PlacedActivity[]): ActivitiesStored[] {
  const messages: ActivitiesStored[] = [];
  const open = new Map<string, StoredActivity[]>();
  for (const { datamart_id, activity_id, user_point_id, ts, type, channel_id } of activities) {
    let list = open.get(datamart_id);
    if (!list || list.length === activitiesPerMessage) {
      list = [];
      open.set(datamart_id, list);
      messages.push({ datamart_id, activities: list });
    }
    list.push({ activity_id, user_point_id, ts: Math.min(Number(ts), afterAllReports), type, channel_id });
  }
  return messages;
}
