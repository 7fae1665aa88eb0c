import type { NewIdentifier } from '../identity/assignment.js';
import type { ClaimWithKeys } from '../identity/identity-claim.js';

/** An identifier that moves from its user point to one of its own. */
export interface SplitIdentifier extends NewIdentifier {
  from_user_point_id: string;
}

interface Dissociation {
  /** Per group: whether its identifiers shared a user point, so that it was split. */
  split: boolean[];
  identifiers: SplitIdentifier[];
}

/**
 * Splits groups of identifiers, one after the other. The first identifier of a group stays; each of the others moves from
 * their common user point to one of its own. A group that does not share a user point stays as it is.
 *
 * @param owners `identifierId` → user point
 */
export function planDissociation(
  groups: ClaimWithKeys[],
  owners: ReadonlyMap<string, string>,
  newId: () => string,
): Dissociation {
  const current = new Map(owners);
  const moved = new Map<string, SplitIdentifier>();
  const split = groups.map(({ claim: { datamart_id, identifiers }, keys }) => {
    const [first] = keys;
    const shared = first === undefined ? undefined : current.get(first);
    if (shared === undefined || keys.some((key) => current.get(key) !== shared)) return false;
    for (const [index, key] of keys.entries()) {
      const [identifier, from_user_point_id] = [identifiers[index], owners.get(key)];
      if (key === first || identifier === undefined || from_user_point_id === undefined) continue;
      const user_point_id = newId();
      current.set(key, user_point_id);
      moved.set(key, { identifier_id: key, datamart_id, identifier, user_point_id, from_user_point_id });
    }
    return true;
  });
  return { split, identifiers: [...moved.values()] };
}
