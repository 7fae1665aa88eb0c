import type { NewIdentifier, Keyed } from './assign-user-points.js';

/** An identifier that leaves its user point for one of its own. */
export interface Departure extends NewIdentifier {
  from_user_point_id: string;
}

export interface Dissociation {
  /** Per group: whether its identifiers shared a user point, so that they could be parted. */
  parted: boolean[];
  departures: Departure[];
}

/**
 * Parts groups of identifiers, one after the other: the first of a group stays, each of the others leaves their common
 * user point for one of its own. A group that shares no user point stays as it is. `owners`: `identifierId` → user point.
 */
export function planDissociation(
  groups: Keyed[],
  owners: ReadonlyMap<string, string>,
  newId: () => string,
): Dissociation {
  const current = new Map(owners);
  const departures = new Map<string, Departure>();
  const parted = groups.map(({ datamart_id, identifiers, keys }) => {
    const [first] = keys;
    const shared = first === undefined ? undefined : current.get(first);
    if (shared === undefined || keys.some((key) => current.get(key) !== shared)) return false;
    for (const [index, key] of keys.entries()) {
      const [identifier, from_user_point_id] = [identifiers[index], owners.get(key)];
      if (key === first || identifier === undefined || from_user_point_id === undefined) continue;
      const user_point_id = newId();
      current.set(key, user_point_id);
      departures.set(key, { identifier_id: key, datamart_id, identifier, user_point_id, from_user_point_id });
    }
    return true;
  });
  return { parted, departures: [...departures.values()] };
}
