import type { Received } from '@tributary/bus/messages/message';
import type { ActivitiesStored, StoredActivity } from '@tributary/contracts/tracking/activity';
import { factsOfKind } from '@tributary/contracts/tracking/activity-facts';
import { firstReportableDay, isReportable } from '../facts/reportable-days.js';
import { countable, storableAmount } from '../facts/storable-numbers.js';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { earliestFirst } from './row-versions.js';

const bucketMs = 30 * dayMs;
/**
 * The bucket of all activities that are more than a month ahead: clients choose times, and each bucket has files of its own.
 */
export const futureBucket = 65_535;

export const bucketOf = (ts: number, now: number) => (ts > now + bucketMs ? futureBucket : Math.floor(ts / bucketMs));

/** The rows of the activities that reports can reach. */
export function factRows(messages: Received<ActivitiesStored>[], timeline: number, now: number) {
  const firstTs = firstReportableDay(now) * dayMs;
  return messages.flatMap(({ value: { datamart_id, activities }, time }) =>
    activities
      .filter(({ ts }) => isReportable(ts, firstTs))
      .map((activity) => ({
        timeline,
        bucket: bucketOf(activity.ts, now),
        datamart_id,
        first: earliestFirst(time),
        ...factRow(activity),
      })),
  );
}

const factRow = (activity: StoredActivity) => ({
  ts: activity.ts,
  activity_id: activity.activity_id,
  user_point_id: activity.user_point_id,
  type: activity.type.toWellFormed(),
  channel_id: storableText(activity.channel_id),
  ...values(factsOfKind('text'), (name) => storableText(activity[name])),
  ...values(factsOfKind('count'), (name) => String(countable(activity[name]))),
  ...values(factsOfKind('flag'), (name) => activity[name] ?? false),
  ...values(factsOfKind('list'), (name) => distinctTexts(activity[name])),
  ...values(factsOfKind('decimal'), (name) => storableAmount(activity[name])),
});

const values = <Name extends string>(names: Name[], of: (name: Name) => unknown) =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

/** An empty text is no value. ClickHouse refuses half a surrogate pair. */
const storableText = (text: string | null | undefined) => text?.toWellFormed() || null;

const distinctTexts = (texts: string[] = []) =>
  [...new Set(texts)].filter((text) => text !== '').map((text) => text.toWellFormed());
