import { identifierKey, type Identifier } from '@tributary/contracts/identifier';

export interface Identified {
  datamart_id: string;
  identifiers: Identifier[];
}

export interface NewIdentifier {
  datamart_id: string;
  identifier: Identifier;
  user_point_id: string;
}

/** One text per identifier and datamart. */
export const ownerKey = (datamart_id: string, identifier: Identifier) => `${datamart_id}|${identifierKey(identifier)}`;

/**
 * Gives each element the user point that owns one of its identifiers, the oldest (smallest id) if they are several, or
 * a new one; identifiers that nobody owns yet go to that point. `owners` maps `ownerKey` to the user point and is
 * completed with the new ones.
 */
export function assignUserPoints(
  elements: Identified[],
  owners: Map<string, string>,
  newId: () => string,
): { userPoints: string[]; unknown: NewIdentifier[] } {
  const unknown: NewIdentifier[] = [];
  const userPoints = elements.map(({ datamart_id, identifiers }) => {
    const user_point_id = oldestOwner(datamart_id, identifiers, owners) ?? newId();
    for (const identifier of identifiers) {
      const key = ownerKey(datamart_id, identifier);
      if (owners.has(key)) continue;
      owners.set(key, user_point_id);
      unknown.push({ datamart_id, identifier, user_point_id });
    }
    return user_point_id;
  });
  return { userPoints, unknown };
}

function oldestOwner(datamart_id: string, identifiers: Identifier[], owners: Map<string, string>): string | undefined {
  let oldest: string | undefined;
  for (const identifier of identifiers) {
    const owner = owners.get(ownerKey(datamart_id, identifier));
    if (owner !== undefined && (oldest === undefined || owner < oldest)) oldest = owner;
  }
  return oldest;
}
