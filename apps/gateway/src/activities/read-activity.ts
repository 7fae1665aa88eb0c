import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { badData } from '@tributary/contracts/errors';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import { isBotActivity } from '@tributary/contracts/tracking/bots';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { maxPublicIdentifiers, uniqueKeyOf, UserActivity } from '@tributary/contracts/tracking/user-activity';
import { flagBot } from '@tributary/http/body/bot-flag';
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
  /** Whether a page sends it from a browser that says that it is a bot. */
  isBotPage: boolean;
  /** Whether a channel of the datamart leaves out the activities of bots. */
  leavesOutBots: (channel_id: string) => boolean;
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
  const activity = isCommonActivity(json.value) ? json.value : parseExactly(UserActivity, json);
  const { collectKey } = source;
  if (collectKey) return readPublished(restrictActivity(activity, json.text, collectKey), source, line);
  return readPublished({ activity, text: json.text, profileEvents: 0 }, source, line);
}

function readPublished({ activity, text, profileEvents }: PublishedActivity, source: Source, line: number) {
  const { datamart_id, received_ts, junkExceptions } = source;
  const ids = activityIds(uniqueKeyOf(activity), source, line);
  const { identifiers, junk } = identifiersOf(activity, junkExceptions);
  if (identifiers.length > maxPublicIdentifiers && isPublic(source))
    throw badData(`$user_identifiers: a public credential names at most ${maxPublicIdentifiers} identifiers`);
  const channel_id = channelOf(activity);
  const isBot = source.isBotPage || isBotActivity(activity);
  const isLeftOut = isBot && channel_id !== undefined && source.leavesOutBots(channel_id);
  const end = isLeftOut ? leftOut : { body: flagBot({ value: activity, text }, isBot) };
  return {
    activity: { datamart_id, ...ids, received_ts, identifiers, ...end },
    junk,
    isEarly: hasEarlyTime(activity),
    isBot,
    channel_id,
    profileEvents,
  };
}

/** As of an activity that an analyzer has dropped: it is acknowledged, deduplicated and counted like any other. */
const leftOut = { body: '{}', outcome: 'dropped' } as const;

/** Collect keys stand in pages, signing keys in apps. */
const isPublic = ({ collectKey, signature }: Source) => (collectKey ?? signature) !== undefined;
