import { covers, type Caller } from '@tributary/contracts/admin/access';
import { constraintViolation, forbidden } from '@tributary/contracts/errors';

/**
 * The organisation of a new warehouse: from the query or the body, otherwise the caller's own. A caller may have roles in
 * several organisations, and none is marked as its own. So the first one by id where the caller may write is used.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION if query and body disagree, AUTHORIZATION_ERROR if there is no organisation
 */
export function chooseOrganisation({ roles }: Caller, ofQuery: string | undefined, ofBody: string | undefined): string {
  if (ofQuery !== undefined && ofBody !== undefined && ofQuery !== ofBody)
    throw constraintViolation(`organisation_id: the body has ${ofBody}, the query has ${ofQuery}`);
  const own = roles
    .filter(({ role }) => covers(role, 'EDITOR'))
    .map(({ organisation_id }) => organisation_id)
    .sort((a, b) => Number(a) - Number(b));
  const chosen = ofQuery ?? ofBody ?? own[0];
  if (chosen === undefined) throw forbidden();
  return chosen;
}
