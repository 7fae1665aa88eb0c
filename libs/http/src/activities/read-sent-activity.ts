import { badData } from '@tributary/contracts/errors';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import type { Identifier } from '@tributary/contracts/tracking/identifier';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import { maxPublicIdentifiers, UserActivity } from '@tributary/contracts/tracking/user-activity';
import type { ParsedJson } from '../json-body.js';
import { parseExactly } from '../parse.js';
import { restrictActivity, type PublishedActivity, type Restrictions } from './restrict-activity.js';

/** The rules for the activities of one credential in one datamart. */
export interface ReadingRules {
  /** The limits of its collect key. */
  restrictions?: Restrictions | undefined;
  /** Whether the credential stands in pages or apps. */
  isPublic: boolean;
  /** Words of the junk list that identify people in the datamart. */
  junkExceptions: JunkExceptions;
}

/** An activity that may be published. */
export interface SentActivity extends PublishedActivity {
  /** The strongest first. */
  identifiers: Identifier[];
  /** The words of its junk identifiers, which are left out. */
  junk: readonly string[];
}

/**
 * The one way from a body or a line to an activity: when it is sent, and when a refused one is repaired.
 *
 * @throws BAD_REQUEST_DATA if it is no activity, AUTHORIZATION_ERROR if its collect key may not send it
 */
export function readSentActivity(
  json: ParsedJson,
  { restrictions, isPublic, junkExceptions }: ReadingRules,
): SentActivity {
  const activity = isCommonActivity(json.value) ? json.value : parseExactly(UserActivity, json);
  const published = restrictions
    ? restrictActivity(activity, json.text, restrictions)
    : { activity, text: json.text, profileEvents: 0 };
  const { identifiers, junk } = identifiersOf(published.activity, junkExceptions);
  if (identifiers.length > maxPublicIdentifiers && isPublic)
    throw badData(`$user_identifiers: a public credential names at most ${maxPublicIdentifiers} identifiers`);
  return { ...published, identifiers, junk };
}
