import type { ActivityReceived } from '@tributary/contracts/tracking/activity';

/** Which ids of an activity suppress duplicates, beside its own and those under other keys. */
export interface CountedIds {
  /** Also the one that an older version derived without a key. A client can guess it, and claim it before. */
  countsUnkeyed: boolean;
}

/** The ids of other derivations that count, in lower case as PostgreSQL writes them. */
export function formerIdsOf(
  { former_ids = [], unkeyed_id }: ActivityReceived,
  { countsUnkeyed }: CountedIds,
): { former_ids?: string[] } {
  const ids = countsUnkeyed && unkeyed_id !== undefined ? [...former_ids, unkeyed_id] : former_ids;
  return ids.length === 0 ? {} : { former_ids: ids.map((id) => id.toLowerCase()) };
}
