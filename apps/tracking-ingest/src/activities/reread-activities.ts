import { rereadAll } from '@tributary/contracts/tracking/identifier';
import type { DirectoryStore } from '@tributary/security/directory.store';
import type { NewActivity } from './new-activity.js';

/** Activities that an older version has accepted, or that have waited since, with the identifiers that the rules of now read. */
export const rereadActivities = (
  activities: NewActivity[],
  directory: Pick<DirectoryStore, 'junkExceptionsOf'>,
): NewActivity[] =>
  activities.map((activity) => {
    const { datamart_id, identifiers: sent } = activity;
    const identifiers = rereadAll(sent, directory.junkExceptionsOf(datamart_id));
    return identifiers === sent ? activity : { ...activity, identifiers, sent };
  });
