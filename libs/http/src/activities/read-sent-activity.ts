import { badData } from '@tributary/contracts/errors';
import { isBotActivity } from '@tributary/contracts/tracking/bots';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import { maxPublicIdentifiers, UserActivity } from '@tributary/contracts/tracking/user-activity';
import { flagBot } from '../body/bot-flag.js';
import type { ParsedJson } from '../json-body.js';
import { parseExactly } from '../parse.js';
import { enforcePlan, type ActingPlan } from '../tracking-plan/enforce-plan.js';
import { restrictActivity, type PublishedActivity, type Restrictions } from './restrict-activity.js';

/** The rules for the activities of one credential in one datamart. */
export interface ReadingRules {
  /** The limits of its collect key. */
  restrictions?: Restrictions | undefined;
  /** Whether the credential stands in pages or apps. */
  isPublic: boolean;
  /** Words of the junk list that identify people in the datamart. */
  junkExceptions: JunkExceptions;
  /** Whether a page sends it from a browser that says that it is a bot. */
  isBotPage?: boolean;
  /** The tracking plan of the datamart. */
  plan?: ActingPlan | undefined;
}

/** An activity that may be published. */
export interface SentActivity extends PublishedActivity {
  /** The strongest first. */
  identifiers: Identifier[];
  /** The words of its junk identifiers, which are left out. */
  junk: readonly string[];
  /** Whether it is of a bot, as the platform judges it. Its text says the same. */
  isBot: boolean;
  /** The names of events that the tracking plan left out of it. */
  blocked: string[];
}

/**
 * The one way from a body or a line to an activity: when it is sent, and when a refused one is repaired.
 *
 * @throws BAD_REQUEST_DATA if it is no activity, AUTHORIZATION_ERROR if its collect key may not send it
 */
export function readSentActivity(
  json: ParsedJson,
  { restrictions, isPublic, junkExceptions, isBotPage = false, plan }: ReadingRules,
): SentActivity {
  const activity = isCommonActivity(json.value) ? json.value : parseExactly(UserActivity, json);
  const published = restrictions
    ? restrictActivity(activity, json.text, restrictions)
    : { activity, text: json.text, profileEvents: 0 };
  const planned = enforcePlan(published.activity, published.text, plan);
  const { identifiers, junk } = identifiersOf(planned.activity, junkExceptions);
  if (identifiers.length > maxPublicIdentifiers && isPublic)
    throw badData(`$user_identifiers: a public credential names at most ${maxPublicIdentifiers} identifiers`);
  const isBot = isBotPage || isBotActivity(planned.activity);
  const text = flagBot({ value: planned.activity, text: planned.text }, isBot);
  return { ...published, ...planned, text, identifiers, junk, isBot };
}
