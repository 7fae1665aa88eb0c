import type { Caller } from '@tributary/contracts/admin/access';
import type { Asker } from '@tributary/contracts/rules/access/user-rights';
import type { Access } from '@tributary/security/access';

/** The caller of a request, for the rules of its rights about users. */
export const askerOf = (access: Access, caller: Caller): Asker => ({
  id: caller.user_id,
  may: (organisation_id, needed) => access.mayUseOrganisation(caller, organisation_id, needed),
});

/** Whether the credential of the caller has less than all roles of its user. */
export const isLimited = ({ highest_role, datamart_ids, lacks_later_roles }: Caller): boolean =>
  highest_role !== undefined || datamart_ids !== undefined || lacks_later_roles === true;
