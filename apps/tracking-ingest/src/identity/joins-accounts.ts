import type { Identifier } from '@tributary/contracts/tracking/identifier';
import type { Cluster } from './cluster.js';

/**
 * Whether people who would become one both have an account, or would have two accounts of one compartment that are not
 * together yet.
 *
 * @param unowned identifiers of the same person that have no owner
 */
export function joinsAccounts(people: ReadonlySet<Cluster>, unowned: Identifier[]): boolean {
  const known = new Set<string>();
  for (const { compartments } of people) {
    if (!compartments?.size) continue;
    if (known.size > 0) return true;
    for (const compartment of compartments) known.add(compartment);
  }
  for (const identifier of unowned) {
    if (identifier.type !== 'USER_ACCOUNT') continue;
    if (known.has(identifier.compartment_id)) return true;
    known.add(identifier.compartment_id);
  }
  return false;
}
