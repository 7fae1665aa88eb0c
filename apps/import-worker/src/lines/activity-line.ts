import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { FastPathUserActivity } from '@tributary/contracts/tracking/common-activity';
import { conforming, type ReadLine } from './line.js';

/** USER_ACTIVITY: an activity as in live collection. Its id is `$unique_key`, or derives from its line number. */
export const readActivityLine: ReadLine = (line, { idOf, line: number }) => {
  const activity = conforming(FastPathUserActivity, line);
  return {
    kind: 'activity',
    activity_id: activity.$unique_key?.toLowerCase() ?? idOf(number),
    identifiers: identifiersOf(activity),
    body: line.text,
  };
};
