import type { ActivityReceived, PublicCredential } from '@tributary/contracts/tracking/activity';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import type { TraceNotes } from '@tributary/contracts/traces/activity-trace';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import { uniqueKeyOf } from '@tributary/contracts/tracking/user-activity';
import { channelOf } from '@tributary/http/activities/activity-channel';
import { leftOutSteps } from '@tributary/http/activities/left-out-steps';
import { readSentActivity } from '@tributary/http/activities/read-sent-activity';
import type { ActingPlan } from '@tributary/http/tracking-plan/enforce-plan';
import type { ParsedJson } from '@tributary/http/json-body';
import type { BodyHash } from '@tributary/security/body-hash';
import type { CollectKey } from '../collect-keys/collect-key.js';
import { activityIds, isSameWhenRepeated, type IdSource } from './activity-id.js';

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
  token_id?: string | undefined;
  /** The collect key of the request. */
  collectKey?: CollectKey | undefined;
  /** Whether a page sends it from a browser that says that it is a bot. */
  isBotPage: boolean;
  /** Whether a channel of the datamart leaves out the activities of bots. */
  leavesOutBots: (channel_id: string) => boolean;
  /** The tracking plan of the datamart, if it does anything. */
  plan?: ActingPlan | undefined;
  /** The credential of the request, if anyone can read it. */
  publicCredential?: PublicCredential | undefined;
  bodyHash: BodyHash;
}

export interface ReadActivity {
  /** With an outcome if it is left out: then nothing of it is stored but its id. */
  activity: ActivityReceived;
  /** The words of its junk identifiers, which are left out. */
  junk: readonly string[];
  /** Whether it has a time before the year 2000: seconds in place of milliseconds. */
  isEarly: boolean;
  /** Whether it is of a bot, as the platform judges it. Its body says the same. */
  isBot: boolean;
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
  const { datamart_id, received_ts, junkExceptions, collectKey: restrictions } = source;
  const { isBotPage, publicCredential, plan } = source;
  const sent = readSentActivity(json, {
    restrictions,
    isPublic: publicCredential !== undefined,
    junkExceptions,
    isBotPage,
    plan,
  });
  const { activity, text, identifiers, junk, profileEvents, isBot, blocked } = sent;
  const uniqueKey = uniqueKeyOf(activity);
  const ids = activityIds(uniqueKey, source, line);
  const channel_id = channelOf(activity);
  const isLeftOut = isBot && channel_id !== undefined && source.leavesOutBots(channel_id);
  const end = isLeftOut ? leftOut : { body: text };
  const credential = publicCredential && { public_credential: publicCredential };
  const leftOutEvents = blocked.length > 0 && { blocked_events: blocked };
  const isEarly = hasEarlyTime(activity);
  const steps = leftOutSteps({ junk, isEarly, profileEvents, blocked }, received_ts);
  const trace: TraceNotes = {
    ...(source.token_id !== undefined && !publicCredential && { token_id: source.token_id }),
    // It shows whether another activity came under the same id, so it is only made where an id may come again.
    ...(isSameWhenRepeated(uniqueKey, source) && { hash: source.bodyHash(json.value as object) }),
    ...(steps.length > 0 && { steps }),
  };
  return {
    activity: { datamart_id, ...ids, received_ts, identifiers, ...end, ...credential, ...leftOutEvents, trace },
    junk,
    isEarly,
    isBot,
    channel_id,
    profileEvents,
  };
}

/** As of an activity that an analyzer has dropped: it is acknowledged, deduplicated and counted like any other. */
const leftOut = { body: '{}', outcome: 'dropped' } as const;
