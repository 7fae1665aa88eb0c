import { badData, constraintViolation } from '@tributary/contracts/errors';

/**
 * The organisation of a new segment: the one of the query or of the body.
 *
 * @throws BAD_REQUEST_DATA if neither names one, CONSTRAINT_VIOLATION_EXCEPTION if they disagree
 */
export function chooseOrganisation(ofQuery: string | undefined, ofBody: string | undefined): string {
  const chosen = ofQuery ?? ofBody;
  if (chosen === undefined) throw badData('organisation_id: is required, in the query or in the body');
  if (ofBody !== undefined && ofBody !== chosen)
    throw constraintViolation(`organisation_id: the body has ${ofBody}, the query has ${chosen}`);
  return chosen;
}
