import type { Problem } from './configuration.js';
import { covers, type Role } from '@tributary/contracts/rules/access/roles';
import { shapes, type Section } from './shapes.js';

/** A role of a token, and the organisation in which it has it. */
interface Held {
  organisation_id: string;
  role: Role;
}

/** The roles that count in an organisation. That of a COMMUNITY_ADMIN counts in all of the community. */
export const rolesIn = (organisation_id: string, held: readonly Held[]): Role[] =>
  held
    .filter((one) => one.organisation_id === organisation_id || one.role === 'COMMUNITY_ADMIN')
    .map(({ role }) => role);

/** A token that can write only a part of a file writes nothing. */
export function missingRights(held: readonly Role[], written: Iterable<Section>): Problem[] {
  return [...new Set(written)]
    .map((section) => ({ path: section, role: shapes[section].role ?? 'EDITOR' }))
    .filter(({ role }) => !held.some((one) => covers(one, role)))
    .map(({ path, role }) => ({ path, message: `needs the role ${role}, which the token does not have` }));
}
