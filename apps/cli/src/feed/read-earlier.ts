import { maxPageSize } from '@tributary/contracts/rules/json/body-limits';
import type { FeedActivity, FeedEvent } from '@tributary/client/feed/feed-event';
import { passesFeedQuery, type FeedNames } from '@tributary/client/feed/passes-feed-query';
import { listRefusedActivities, listUserActivities } from '@tributary/client/generated/sdk.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { say } from '../output/status-messages.js';
import { readPages } from '../requests/read-pages.js';

interface Earlier extends FeedNames {
  /** Epoch milliseconds. */
  since: number;
  refused: boolean;
  /** The selector of the person. */
  identifier?: string;
}

/** The most that are read. The printer remembers as many. */
const most = 2_000;
/** As the feed cuts bodies, bytes. */
const headBytes = 1_024;

/** The events since a time, the oldest first. The activities of a datamart are listed by person only. */
export async function readEarlier(datamart_id: string, { since, ...filter }: Earlier): Promise<FeedEvent[]> {
  if (filter.refused) return (await refusedSince(datamart_id, since)).toReversed();
  if (filter.identifier !== undefined) {
    const activities = await activitiesSince(datamart_id, filter.identifier, since);
    return activities
      .filter((activity) => passesFeedQuery(filter, activity))
      .map((activity): FeedEvent => ({ kind: 'activity', activity, size: 0 }))
      .toReversed();
  }
  say('Of all activities only those of the last moments are repeated: --person or --refused show more.');
  return [];
}

async function refusedSince(datamart_id: string, since: number): Promise<FeedEvent[]> {
  const path = { datamart_id };
  const read = (page: { first_result: number; max_results: number }) =>
    listRefusedActivities({ path, query: { ...page, since } });
  const refusals = await readPages(read, most, '`tributary refused list` shows more');
  return refusals.map(({ received_ts, error_code, error, error_id, body }) => {
    const head = Buffer.from(body.slice(0, headBytes)).subarray(0, headBytes).toString();
    return { kind: 'refused', refusal: { received_ts, error_code, error, error_id, head }, size: 0 };
  });
}

/** By the time of the activities: that of their receipt is not stored with them. */
async function activitiesSince(
  datamart_id: string,
  user_point_selector: string,
  since: number,
): Promise<FeedActivity[]> {
  const activities: FeedActivity[] = [];
  for (;;) {
    const before = activities.at(-1)?.$id;
    const query = { max_results: maxPageSize, before };
    const path = { datamart_id, user_point_selector };
    const page = await listUserActivities({ path, query }).then(({ data }) => data.data, noneOfUnknown);
    const own = page.filter(({ $ts }) => Number($ts) >= since);
    activities.push(...own.map((one) => ({ ...one, $id: String(one['$id']), $received_ts: Number(one.$ts) })));
    if (own.length < maxPageSize) return activities;
    if (activities.length >= most) {
      say(`Only the last ${activities.length} are shown.`);
      return activities;
    }
  }
}

/** A person that is not known yet has none. */
function noneOfUnknown(failure: unknown): [] {
  if (failure instanceof RequestFailure && failure.status === 404) return [];
  throw failure;
}
