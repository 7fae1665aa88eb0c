import { isCommonActivity } from '@tributary/contracts/tracking/common-activity';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import { conforming, type ReadLine } from './line.js';

/** USER_ACTIVITY: an activity as in live collection. Its id is `$unique_key`, or derives from its line number. */
export const readActivityLine: ReadLine = (line, { idOf, line: number, leaveOut }) => {
  const activity = isCommonActivity(line.value) ? line.value : conforming(UserActivity, line);
  const { identifiers, junk } = identifiersOf(activity);
  leaveOut?.(junk);
  return {
    kind: 'activity',
    activity_id: activity.$unique_key?.toLowerCase() ?? idOf(number),
    identifiers,
    body: line.text,
  };
};
