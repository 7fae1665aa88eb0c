import type { UserRole } from '@tributary/contracts/admin/access';
import { covers, type Role } from '@tributary/contracts/rules/access/roles';

/** The lower one of two roles. */
export const lowerRole = (one: Role, other: Role): Role => (covers(one, other) ? other : one);

/**
 * The roles that both lists give: in each organisation the lower one. A community admin has its role in every organisation
 * of the community of the one in which it holds it.
 *
 * @param communityOf undefined for an organisation that is not known
 */
export function commonRoles(
  one: readonly UserRole[],
  other: readonly UserRole[],
  communityOf: (organisation_id: string) => string | undefined,
): UserRole[] {
  const common = new Map<string, Role>();
  for (const a of one)
    for (const b of other) {
      const organisation_id = sharedOrganisation(a, b, communityOf);
      if (organisation_id === undefined) continue;
      const role = lowerRole(a.role, b.role);
      const known = common.get(organisation_id);
      common.set(organisation_id, known && covers(known, role) ? known : role);
    }
  return [...common].map(([organisation_id, role]) => ({ organisation_id, role }));
}

/** The organisation in which both roles are held; that of the other one, if one is of a whole community. */
function sharedOrganisation(
  a: UserRole,
  b: UserRole,
  communityOf: (organisation_id: string) => string | undefined,
): string | undefined {
  if (a.organisation_id === b.organisation_id) return a.organisation_id;
  const community_id = communityOf(a.organisation_id);
  if (community_id === undefined || communityOf(b.organisation_id) !== community_id) return undefined;
  if (a.role === 'COMMUNITY_ADMIN') return b.organisation_id;
  return b.role === 'COMMUNITY_ADMIN' ? a.organisation_id : undefined;
}
