import { identifiersOf } from '@tributary/contracts/identifiers-of';
import { QuickUserActivity } from '@tributary/contracts/usual-activity';
import { conforming, type ReadLine } from './line.js';

/** USER_ACTIVITY: what live collection takes, under an id of its own or of its place in the file. */
export const readActivityLine: ReadLine = (line, { idOf, line: number }) => {
  const activity = conforming(QuickUserActivity, line);
  return {
    kind: 'activity',
    activity_id: activity.$unique_key?.toLowerCase() ?? idOf(number),
    identifiers: identifiersOf(activity),
    body: line.text,
  };
};
