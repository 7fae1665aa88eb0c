import type { Assignment, IdentitySnapshot } from './assignment.js';
import { ExclusiveClusters } from './exclusive-clusters.js';
import type { ClaimWithKeys, UnmergeableClaim } from './identity-claim.js';
import { pointKey, type PointKey } from './point-key.js';

/**
 * Decides which claims are one person. All identifiers of a claim are one person. The stored points among them merge into
 * the oldest (smallest id), which also gets the identifiers without an owner.
 *
 * No user point gets more than `limit` identifiers. A claim over the limit resolves to the owner of its first, strongest
 * identifier, or is refused if it must fit. So does a claim with a public credential that would bring together people with
 * accounts. Where compartments are exclusive, a claim may move identifiers instead (`planClaim`). Apart from that the order of claims does not matter.
 */
export function assignUserPoints<Claim extends UnmergeableClaim>(
  claims: ClaimWithKeys<Claim>[],
  snapshot: IdentitySnapshot,
  { limit, newId }: { limit: number; newId: () => string },
): Assignment<Claim> {
  const clusters = new ExclusiveClusters(snapshot, newId);
  const placements = claims.map((claim) => clusters.placeClaim(claim, limit));
  return {
    resolved: placements.map((one, index) => clusters.resolve(one, claims[index]?.keys ?? [])),
    ...clusters.allChanges(),
  };
}

/** The stored points whose sizes decide: no other user point can exceed the limit. */
export const growingPoints = ({ growing }: Pick<Assignment, 'growing'>): PointKey[] =>
  growing.flatMap(({ datamart_id, points }) => points.map((user_point_id) => ({ datamart_id, user_point_id })));

/** Whether an assignment that was made without sizes exceeds the limit anywhere. */
export function isAnyOverLimit(
  { growing }: Pick<Assignment, 'growing'>,
  sizes: IdentitySnapshot['sizes'],
  limit: number,
): boolean {
  const sizeOf = (datamart_id: string, point: string) => sizes.get(pointKey(datamart_id, point)) ?? 0;
  return growing.some(
    ({ datamart_id, points, size }) => points.reduce((sum, point) => sum + sizeOf(datamart_id, point), size) > limit,
  );
}
