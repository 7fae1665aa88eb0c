import type pg from 'pg';
import type { IdentityClaim, Resolution } from '../identity/identity-claim.js';
import { resolveUserPoints, type ResolveOptions } from '../identity/resolve-user-points.js';
import { moveAndMerge } from './merge-user-points.js';

/** `resolveUserPoints`, and applies the moves and merges that the claims cause. */
export async function resolveAndMerge<Claim extends IdentityClaim>(
  client: pg.ClientBase,
  claims: Claim[],
  now: number,
  options?: ResolveOptions,
): Promise<Resolution<Claim>[]> {
  const { resolved, ...changes } = await resolveUserPoints(client, claims, now, options);
  await moveAndMerge(client, changes, now);
  return resolved;
}
