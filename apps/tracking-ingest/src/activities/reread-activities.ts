import { rereadAll } from '@tributary/contracts/tracking/identifier';
import type { JunkExceptions } from '@tributary/contracts/tracking/junk';
import type { NewActivity } from './new-activity.js';

/**
 * Activities that an older version has accepted, or that have waited since, with the identifiers that the rules of now read.
 *
 * @param exceptionsOf the words of the junk list that identify people in a datamart
 */
export const rereadActivities = (
  activities: NewActivity[],
  exceptionsOf: (datamart_id: string) => JunkExceptions,
): NewActivity[] =>
  activities.map((activity) => {
    const { datamart_id, identifiers: sent } = activity;
    const identifiers = rereadAll(sent, exceptionsOf(datamart_id));
    return identifiers === sent ? activity : { ...activity, identifiers, sent };
  });
