import type { ActivityReceived, PublicCredential } from '@tributary/contracts/tracking/activity';
import { badData } from '@tributary/contracts/errors';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { maxPublicIdentifiers, uniqueKeyOf, UserActivity } from '@tributary/contracts/tracking/user-activity';
import type { ParsedJson } from '@tributary/http/json-body';
import { parseExactly } from '@tributary/http/parse';
import type { CollectKey } from '../collect-keys/collect-key.js';
import { channelOf } from './activity-channel.js';
import { activityIds, type IdSource } from './activity-id.js';
import { restrictActivity, type PublishedActivity } from './restrict-activity.js';

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
  /** The collect key of the request. */
  collectKey?: CollectKey | undefined;
  /** The credential of the request, if anyone can read it. */
  publicCredential?: PublicCredential | undefined;
}

export interface ReadActivity {
  activity: ActivityReceived;
  /** The words of its junk identifiers, which are left out. */
  junk: readonly string[];
  /** Whether it has a time before the year 2000: seconds in place of milliseconds. */
  isEarly: boolean;
  /** The channel whose analyzers get it: the first of the three ids that is present, registered or not. */
  channel_id: string | undefined;
  /** Profile events that were left out of it. */
  profileEvents: number;
}

/**
 * @param json the body or a line of it
 * @param line its number
 * @throws BAD_REQUEST_DATA if it is no activity, AUTHORIZATION_ERROR if its collect key may not send it
 */
export function readActivity(json: ParsedJson, source: Source, line = 1): ReadActivity {
  const activity = isCommonActivity(json.value) ? json.value : parseExactly(UserActivity, json);
  const { collectKey } = source;
  if (collectKey) return readPublished(restrictActivity(activity, json.text, collectKey), source, line);
  return readPublished({ activity, text: json.text, profileEvents: 0 }, source, line);
}

function readPublished({ activity, text, profileEvents }: PublishedActivity, source: Source, line: number) {
  const { datamart_id, received_ts, junkExceptions, publicCredential } = source;
  const credential = publicCredential && { public_credential: publicCredential };
  const ids = activityIds(uniqueKeyOf(activity), source, line);
  const { identifiers, junk } = identifiersOf(activity, junkExceptions);
  if (identifiers.length > maxPublicIdentifiers && publicCredential)
    throw badData(`$user_identifiers: a public credential names at most ${maxPublicIdentifiers} identifiers`);
  return {
    activity: { datamart_id, ...ids, received_ts, identifiers, body: text, ...credential },
    junk,
    isEarly: hasEarlyTime(activity),
    channel_id: channelOf(activity),
    profileEvents,
  };
}
