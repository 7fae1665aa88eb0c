import { ApiError, notFound } from '@tributary/contracts/errors';
import { byStrength, type Identifier } from '@tributary/contracts/identifier';
import type pg from 'pg';
import { findUserPoint } from '../user-points/find-user-points.js';
import type { Identified } from '../user-points/identified.js';
import { maxIdentifiers, resolveUserPoints } from '../user-points/resolve-user-points.js';
import { requireCreatable, soughtBy, type UserPointSelector } from './parse-selector.js';
import type { UserPointPath } from './path-segments.js';

/** For reads. @throws RESOURCE_NOT_FOUND when nobody is known by the selector */
export async function findSelected(client: pg.ClientBase, path: UserPointPath): Promise<string> {
  const found = await find(client, path);
  if (found === undefined) throw notFound();
  return found;
}

const find = (client: pg.ClientBase, { datamart_id, selector }: UserPointPath) =>
  findUserPoint(client, datamart_id, soughtBy(selector));

/**
 * For writes: the user point of the selector, made when its identifier is unknown, and held until the transaction ends.
 * An account that the write names becomes that user point's.
 *
 * @throws RESOURCE_NOT_FOUND for an unknown user point id; CONSTRAINT_VIOLATION_EXCEPTION when the account cannot be
 * that user point's; BAD_REQUEST_DATA for a selector that nobody can be made from
 */
export async function resolveSelected(
  client: pg.ClientBase,
  path: UserPointPath,
  { account, now }: { account?: Identifier; now: number },
): Promise<string> {
  const { datamart_id, selector } = path;
  requireCreatable(selector);
  if (account) await requireFree(client, path, account);
  const [resolved] = await resolveUserPoints(client, [{ ...elementOf(selector, account), datamart_id }], now);
  if (!resolved) throw new Error('each element is resolved');
  if ('refusal' in resolved) throw resolved.refusal === 'OWNED_BY_ANOTHER' ? ownedByAnother() : notFound();
  if (resolved.isCrowded) throw crowded();
  return resolved.user_point_id;
}

/** The selector names the user point: an account that is somebody's does not make its owner out of who is not known yet. */
async function requireFree(client: pg.ClientBase, path: UserPointPath, account: Identifier): Promise<void> {
  const owner = await findUserPoint(client, path.datamart_id, { identifier: account });
  if (owner === undefined) return;
  const selected = await find(client, path);
  if (selected === undefined && 'user_point_id' in soughtBy(path.selector)) throw notFound();
  if (selected !== owner) throw ownedByAnother();
}

function elementOf(selector: UserPointSelector, account?: Identifier): Omit<Identified, 'datamart_id'> {
  const sought = soughtBy(selector);
  const identifiers = account ? [account] : [];
  return 'identifier' in sought
    ? { identifiers: byStrength([...identifiers, sought.identifier]), mustNotMerge: true, writesData: true }
    : { identifiers, user_point_id: sought.user_point_id, mustNotMerge: true, writesData: true };
}

const ownedByAnother = () =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', 'user_account_id: the account belongs to another user point');
const crowded = () =>
  new ApiError(
    'CONSTRAINT_VIOLATION_EXCEPTION',
    `the user point has ${maxIdentifiers} identifiers, the most there may be`,
  );
