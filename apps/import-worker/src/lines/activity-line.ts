import { identifiersOf } from '@tributary/contracts/identifiers-of';
import { QuickUserActivity } from '@tributary/contracts/usual-activity';
import { conforming, type ReadLine } from './line.js';

/** USER_ACTIVITY: what live collection takes. */
export const readActivityLine: ReadLine = (line) => {
  const activity = conforming(QuickUserActivity, line);
  const activity_id = activity.$unique_key?.toLowerCase();
  const identifiers = identifiersOf(activity);
  const body = line.text;
  return activity_id === undefined
    ? { kind: 'activity', identifiers, body }
    : { kind: 'activity', activity_id, identifiers, body };
};
