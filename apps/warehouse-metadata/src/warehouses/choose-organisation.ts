import { covers, type Caller } from '@tributary/contracts/access';
import { constraintViolation, forbidden } from '@tributary/contracts/errors';

/**
 * The organisation of a new warehouse: that of the query or of the body, else the caller's own. A caller has a role in
 * each of some organisations and none of them is marked as the own one: it is the first, by id, where they may write.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION when query and body disagree, AUTHORIZATION_ERROR when there is none
 */
export function chooseOrganisation({ roles }: Caller, ofQuery: string | undefined, ofBody: string | undefined): string {
  if (ofQuery !== undefined && ofBody !== undefined && ofQuery !== ofBody)
    throw constraintViolation(`organisation_id: the body says ${ofBody}, the query ${ofQuery}`);
  const own = roles
    .filter(({ role }) => covers(role, 'EDITOR'))
    .map(({ organisation_id }) => organisation_id)
    .sort((a, b) => Number(a) - Number(b));
  const chosen = ofQuery ?? ofBody ?? own[0];
  if (chosen === undefined) throw forbidden();
  return chosen;
}
