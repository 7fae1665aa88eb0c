import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { FastPathUserActivity } from '@tributary/contracts/tracking/common-activity';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import type { ParsedJson } from '@tributary/http/json-body';
import { parseOrThrow } from '@tributary/http/parse';
import { activityId, type IdSource } from './activity-id.js';

/** The request that the activities came in. */
export interface Source extends IdSource {
  datamart_id: string;
  received_ts: number;
}

/**
 * @param json the body or a line of it
 * @param line its number
 * @throws BAD_REQUEST_DATA if it is no activity
 */
export function readActivity(json: ParsedJson, source: Source, line = 1): ActivityReceived {
  const { datamart_id, received_ts } = source;
  const activity = parseOrThrow(FastPathUserActivity, json.value);
  const activity_id = activityId(activity.$unique_key, source, line);
  return { datamart_id, activity_id, received_ts, identifiers: identifiersOf(activity), body: json.text };
}
