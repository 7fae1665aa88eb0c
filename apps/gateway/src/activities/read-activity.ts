import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { uniqueKeyOf, UserActivity } from '@tributary/contracts/tracking/user-activity';
import type { ParsedJson } from '@tributary/http/json-body';
import { parseExactly } from '@tributary/http/parse';
import { activityIds, type IdSource } from './activity-id.js';

/** The request that the activities came in. */
export interface Source extends IdSource {
  datamart_id: string;
  received_ts: number;
  /** Id of the request: the `error_id` of what is refused. */
  request_id: string;
  /** Whether activity analyzers may get the activities. */
  isAnalyzed: boolean;
  /** Words of the junk list that identify people in the datamart. */
  junkExceptions: JunkExceptions;
}

export interface ReadActivity {
  activity: ActivityReceived;
  /** The words of its junk identifiers, which are left out. */
  junk: readonly string[];
  /** Whether it has a time before the year 2000: seconds in place of milliseconds. */
  isEarly: boolean;
  /** The channel whose analyzers get it: the first of the three ids that is present, registered or not. */
  channel_id: string | undefined;
}

/**
 * @param json the body or a line of it
 * @param line its number
 * @throws BAD_REQUEST_DATA if it is no activity
 */
export function readActivity(json: ParsedJson, source: Source, line = 1): ReadActivity {
  const { datamart_id, received_ts, junkExceptions } = source;
  const activity = isCommonActivity(json.value) ? json.value : parseExactly(UserActivity, json);
  const ids = activityIds(uniqueKeyOf(activity), source, line);
  const { identifiers, junk } = identifiersOf(activity, junkExceptions);
  return {
    activity: { datamart_id, ...ids, received_ts, identifiers, body: json.text },
    junk,
    isEarly: hasEarlyTime(activity),
    channel_id: channelOf(activity),
  };
}

/** An empty id is none. tracking-ingest has the same rule for the processings of a channel. */
const channelOf = ({ $site_id, $app_id, $ctv_id }: UserActivity): string | undefined =>
  $site_id || $app_id || $ctv_id || undefined;
