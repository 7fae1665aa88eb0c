import type { Caller } from '@tributary/contracts/admin/access';
import { covers } from '@tributary/contracts/rules/access/roles';
import { badData, constraintViolation, forbidden } from '@tributary/contracts/errors';

/**
 * The organisation of a new warehouse: from the query or the body, otherwise that of the caller's user if the caller may
 * write there, otherwise the only one where it may.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION if query and body disagree, BAD_REQUEST_DATA if there are several,
 * AUTHORIZATION_ERROR if there is none
 */
export function chooseOrganisation(caller: Caller, ofQuery: string | undefined, ofBody: string | undefined): string {
  if (ofQuery !== undefined && ofBody !== undefined && ofQuery !== ofBody)
    throw constraintViolation(`organisation_id: the body has ${ofBody}, the query has ${ofQuery}`);
  const named = ofQuery ?? ofBody;
  if (named !== undefined) return named;
  const writable = caller.roles
    .filter(({ role }) => covers(role, 'EDITOR'))
    .map(({ organisation_id }) => organisation_id);
  const own = writable.find((id) => id === caller.organisation_id);
  const [only, ...others] = own === undefined ? writable : [own];
  if (only === undefined) throw forbidden();
  if (others.length > 0) throw badData('organisation_id: is required, because you may write in several organisations');
  return only;
}
