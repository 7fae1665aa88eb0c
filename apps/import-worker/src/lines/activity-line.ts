import { isBotActivity } from '@tributary/contracts/tracking/bots';
import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { hasEarlyTime } from '@tributary/contracts/tracking/early-time';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { uniqueKeyOf, UserActivity } from '@tributary/contracts/tracking/user-activity';
import { flagBot } from '@tributary/http/body/bot-flag';
import { parseExactly } from '@tributary/http/parse';
import type { ReadLine } from './line.js';

/** USER_ACTIVITY: an activity as in live collection. Its id is `$unique_key`, or derives from its line number. */
export const readActivityLine: ReadLine = (line, { idOf, line: number, leaveOut, sawEarlyTime, junkExceptions }) => {
  const activity = isCommonActivity(line.value) ? line.value : parseExactly(UserActivity, line);
  const { identifiers, junk } = identifiersOf(activity, junkExceptions);
  leaveOut?.(junk.length);
  if (hasEarlyTime(activity)) sawEarlyTime?.();
  const body = flagBot({ value: activity, text: line.text }, isBotActivity(activity));
  const activity_id = uniqueKeyOf(activity) ?? idOf(number);
  return { kind: 'activity', activity_id, identifiers, body, ...(junk.length > 0 && { junk: [...new Set(junk)] }) };
};
