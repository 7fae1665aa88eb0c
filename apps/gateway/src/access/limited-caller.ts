import type { Caller, UserRole } from '@tributary/contracts/admin/access';
import { commonRoles } from '@tributary/security/common-roles';
import type { DirectoryStore } from '@tributary/security/directory.store';
import type { UnlimitedCaller } from './credentials.store.js';

/** The caller with the rights that its credential has left: never more than when it was made. */
export function limitedCaller({ limits, ...caller }: UnlimitedCaller, directory: DirectoryStore): Caller {
  if (!limits) return caller;
  const { ceiling, role, datamart_ids } = limits;
  const roles = ceiling ? commonRoles(caller.roles, ceiling, (id) => directory.communityOf(id)) : caller.roles;
  return {
    ...caller,
    roles,
    ...(role && { highest_role: role }),
    ...(datamart_ids && { datamart_ids }),
    ...(roles !== caller.roles && !isSame(roles, caller.roles) && { lacks_later_roles: true as const }),
  };
}

const isSame = (held: UserRole[], all: UserRole[]) =>
  all.every(({ organisation_id, role }) =>
    held.some((one) => one.organisation_id === organisation_id && one.role === role),
  );
