import { ApiError, existing, notFound } from '@tributary/contracts/errors';
import { notePerson } from '@tributary/database/audit/audited-request';
import { byStrength, type Identifier } from '@tributary/contracts/tracking/identifier';
import type pg from 'pg';
import { findUserPoint, type UserPointReference } from '../identity/find-user-points.js';
import type { IdentityClaim, Refusal } from '../identity/identity-claim.js';
import { maxIdentifiers, resolveUserPoint } from '../identity/resolve-user-points.js';
import type { UserPointPath } from './path-segments.js';
import { identifierOf, type UserPointSelector } from '@tributary/contracts/tracking/user-point-selector';

/** For reads. @throws RESOURCE_NOT_FOUND when the selector matches no user point */
export async function findSelected(client: pg.ClientBase, path: UserPointPath): Promise<string> {
  const found = existing(await find(client, path));
  notePerson(found);
  return found;
}

const find = (client: pg.ClientBase, { datamart_id, selector }: UserPointPath) =>
  findUserPoint(client, datamart_id, referenceOf(selector));

/**
 * For writes: finds the user point of the selector, or creates it for an unknown identifier, and locks it until the
 * transaction ends. An account that the write names becomes an identifier of that user point.
 *
 * @throws RESOURCE_NOT_FOUND for an unknown user point id; CONSTRAINT_VIOLATION_EXCEPTION when the user point cannot own
 * the account
 */
export async function resolveSelected(
  client: pg.ClientBase,
  path: UserPointPath,
  { account, request_id, now }: { account?: Identifier; request_id?: string; now: number },
): Promise<string> {
  if (account) await requireNotOwnedByAnother(client, path, account);
  const resolution = await resolveUserPoint(client, { ...claimOf(path, account), ...requestOf(request_id) }, now);
  if ('refusal' in resolution) throw errorOf(resolution.refusal);
  if (resolution.overLimit) throw overLimit();
  return resolution.user_point_id;
}

/** The selector alone selects the user point: an account with another owner must not. */
async function requireNotOwnedByAnother(
  client: pg.ClientBase,
  path: UserPointPath,
  account: Identifier,
): Promise<void> {
  const owner = await findUserPoint(client, path.datamart_id, { identifier: account });
  if (owner === undefined) return;
  const selected = await find(client, path);
  if (selected === undefined && 'user_point_id' in referenceOf(path.selector)) throw notFound();
  if (selected !== owner) throw ownedByAnother();
}

const requestOf = (id: string | undefined) => id !== undefined && { request: { kind: 'PROFILE' as const, id } };

function claimOf({ datamart_id, selector }: UserPointPath, account?: Identifier): IdentityClaim {
  const reference = referenceOf(selector);
  const identifiers = account ? [account] : [];
  return 'identifier' in reference
    ? { datamart_id, identifiers: byStrength([...identifiers, reference.identifier]), writesData: true }
    : { datamart_id, identifiers, user_point_id: reference.user_point_id, writesData: true };
}

function errorOf(refusal: Refusal): ApiError {
  if (refusal === 'OWNED_BY_ANOTHER') return ownedByAnother();
  return refusal === 'HAS_EXCLUSIVE_ACCOUNT' ? hasExclusiveAccount() : notFound();
}

const hasExclusiveAccount = () =>
  new ApiError(
    'CONSTRAINT_VIOLATION_EXCEPTION',
    'user_account_id: the user point has an account of this compartment, which is exclusive',
  );
const ownedByAnother = () =>
  new ApiError('CONSTRAINT_VIOLATION_EXCEPTION', 'user_account_id: the account belongs to another user point');
const overLimit = () =>
  new ApiError(
    'CONSTRAINT_VIOLATION_EXCEPTION',
    `the user point has ${maxIdentifiers} identifiers, the most there may be`,
  );

/** The reference to look up. */
export const referenceOf = (selector: UserPointSelector): UserPointReference =>
  selector.by === 'user_point_id' ? { user_point_id: selector.user_point_id } : { identifier: identifierOf(selector) };
