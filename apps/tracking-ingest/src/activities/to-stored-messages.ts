import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/tracking/activity';
import { factsOfKind } from '@tributary/contracts/tracking/activity-facts';
import { batchesOf } from '../batches-of.js';
import type { OwnedActivity } from './resolved-activity.js';

/** Most activities in one message to reports. */
export const activitiesPerMessage = 250;

/** Most bytes in one message: far below the limit of a topic, so one request to the broker carries several. */
const maxBytes = 768 * 1024;

/** The first instant of the year 10000: beyond all reports, and within the range of every store. */
const afterAllReports = 253_402_300_800_000;

/** Messages of one datamart each, none too large for a broker. */
export function toStoredMessages(activities: OwnedActivity[]): ActivitiesStored[] {
  const batches = batchesOf(activities, {
    key: ({ activity }) => activity.datamart_id,
    maxItems: activitiesPerMessage,
    maxBytes,
    bytes: maxBytesOf,
  });
  return batches.map(({ key: datamart_id, items }) => ({ datamart_id, activities: items.map(toStored) }));
}

const toStored = ({ activity, user_point_id }: OwnedActivity): StoredActivity => ({
  ...activity.facts,
  activity_id: activity.activity_id,
  user_point_id,
  ts: Math.min(Number(activity.ts), afterAllReports),
  type: activity.type,
  channel_id: activity.channel_id,
});

/** Upper bound for the JSON of an activity whose texts are empty: names, numbers and punctuation. */
const frameBytes = 1_000;
/** JSON writes some characters in six bytes, as `\u0001`. */
const bytesPerCharacter = 6;

const textFacts = factsOfKind('text');

/** An upper bound that is cheaper than the exact length: only texts have a length that clients decide. */
function maxBytesOf({ activity: { type, channel_id, facts } }: OwnedActivity): number {
  let characters = type.length + (channel_id?.length ?? 0);
  for (const fact of textFacts) characters += facts[fact]?.length ?? 0;
  for (const name of facts.event_types ?? []) characters += name.length + 1;
  return frameBytes + characters * bytesPerCharacter;
}
