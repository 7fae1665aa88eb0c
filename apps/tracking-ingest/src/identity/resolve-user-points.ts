import { uuid7 } from '@tributary/contracts/values/uuid';
import { pipeline } from '@tributary/database/pipeline';
import type pg from 'pg';
import {
  findExclusive,
  findKnown,
  findMembers,
  saveNamings,
  type ExclusiveCompartments,
} from '../exclusive-accounts/exclusive-compartments.js';
import { gainsOf } from '../gains/gains-of.js';
import { recordGains } from '../gains/record-gains.js';
import { countChanges } from '../collections/count-changes.js';
import { keepNamings } from '../links/count-namings.js';
import { assignUserPoints, growingPoints, isAnyOverLimit } from './assign-user-points.js';
import type { Assignment, IdentitySnapshot, MovedIdentifier } from './assignment.js';
import { growth, newPoints } from './count-user-points.js';
import { lockErasuresShared } from './erasure-lock.js';
import { findErased, type ErasureReads } from './erasures.js';
import { findSurvivors } from './find-user-points.js';
import { withKeys, type ClaimWithKeys, type IdentityClaim, type Resolution } from './identity-claim.js';
import { lockIfUnchanged } from './lock-user-points.js';
import type { Merge } from './merge.js';
import { pointKey, type PointKey } from './point-key.js';
import { retryOnConflict } from './retry-on-conflict.js';
import {
  countIdentifiers,
  findCompartments,
  findOwners,
  insertIdentifiers,
  moveIdentifiers,
} from './user-identifiers.js';

/** Most identifiers of one person: what more people share identifies no one. */
export const maxIdentifiers = 100;

export interface ResolveOptions {
  /** Claims to leave out. Register the statement that finds them with `sendAhead`: then it costs no round trip. */
  except?: Promise<Pick<ReadonlySet<object>, 'has' | 'size'>>;
  /** Recognises erasures of any age. Claims with `received_ts` need it, as they may be replayed at any time. */
  erasureKey?: ErasureReads['erasureKey'];
}

interface Resolved<Claim extends IdentityClaim> {
  resolved: Resolution<Claim>[];
  /** Still to be applied: `resolveAndMerge` does. */
  merges: Merge[];
  /** Identifiers that have moved: the profiles of accounts are still to be moved, before the merges. */
  moved: MovedIdentifier[];
}

/**
 * Finds or creates the user point of each claim. Until the transaction ends no erasure deletes it; and if it changes, or is
 * to be written to, no other transaction merges or splits it. A point that is only named may still be merged by another
 * transaction, and then stands for its survivor.
 *
 * Call it once per transaction, with all its claims, and mark those whose data the transaction goes on to write.
 * Transactions that come back for more locks, or for stronger ones, may deadlock: PostgreSQL ends one of them
 * (`SERVICE_UNAVAILABLE`, safe to retry).
 */
export async function resolveUserPoints<Claim extends IdentityClaim>(
  client: pg.ClientBase,
  claims: Claim[],
  now: number,
  { except, erasureKey }: ResolveOptions = {},
): Promise<Resolved<Claim>> {
  const all = claims.map(withKeys);
  const datamarts = new Set(claims.map(({ datamart_id }) => datamart_id));
  const read = () => ({
    lock: lockErasuresShared(client, datamarts),
    exclusive: findExclusive(client, datamarts),
    erased: findErased(client, all, { now, erasureKey }),
    owners: findOwners(client, all),
    survivors: findSurvivors(client, all),
  });
  return retryOnConflict(client, read, async ({ erased, owners, survivors, snapshot, exclusive }) => {
    const excluded = await except;
    const included = excluded?.size ? all.filter(({ claim }) => !excluded.has(claim)) : all;
    const present = erased.size > 0 ? included.filter((one) => !erased.has(one)) : included;
    const assignment = await store(client, present, { owners, survivors, snapshot, exclusive, now });
    if (!assignment) return undefined;
    const refused = included
      .filter((one) => erased.has(one))
      .map(({ claim }) => ({ claim, refusal: 'ERASED' as const }));
    return { resolved: assignment.resolved.concat(refused), merges: assignment.merges, moved: assignment.moved };
  });
}

/** `resolveUserPoints` for claims that cannot merge user points: of one identifier each. */
export async function resolveWithoutMerges<Claim extends IdentityClaim>(
  client: pg.ClientBase,
  claims: Claim[],
  now: number,
  options?: ResolveOptions,
): Promise<Resolution<Claim>[]> {
  const { resolved, merges, moved } = await resolveUserPoints(client, claims, now, options);
  if (merges.length + moved.length > 0) throw new Error('claims of one identifier each do not merge user points');
  return resolved;
}

/** Resolves one claim, which is refused rather than merge user points. */
export async function resolveUserPoint(client: pg.ClientBase, claim: IdentityClaim, now: number): Promise<Resolution> {
  const [resolution] = await resolveWithoutMerges(client, [{ ...claim, mustNotMerge: true }], now);
  if (!resolution) throw new Error('a claim has no resolution');
  return resolution;
}

/** Whether the claim may bring people together, and is judged by the accounts that they have. */
const isPublic = ({ claim: { public_credential, identifiers } }: ClaimWithKeys) =>
  public_credential !== undefined && identifiers.length > 1;

/** Whether the claim names more than one identifier where compartments are exclusive. */
const maySwitch =
  (exclusive: ExclusiveCompartments) =>
  ({ claim: { datamart_id, user_point_id }, keys }: ClaimWithKeys) =>
    exclusive.has(datamart_id) && (keys.length > 1 || user_point_id !== undefined);

/** Whether the claim names accounts of two exclusive compartments. */
const mayPart =
  (exclusive: ExclusiveCompartments) =>
  ({ claim: { datamart_id, identifiers } }: ClaimWithKeys) =>
    new Set(
      identifiers.flatMap((one) =>
        one.type === 'USER_ACCOUNT' && exclusive.get(datamart_id)?.has(one.compartment_id) ? one.compartment_id : [],
      ),
    ).size > 1;

interface Reads extends Pick<IdentitySnapshot, 'owners' | 'survivors'> {
  exclusive: ExclusiveCompartments;
  snapshot: string;
  now: number;
}

/** Assigns user points, and inserts new ones and new identifiers. Undefined when another transaction interfered. */
async function store<Claim extends IdentityClaim>(
  client: pg.ClientBase,
  claims: ClaimWithKeys<Claim>[],
  { owners, survivors, exclusive, snapshot, now }: Reads,
): Promise<Assignment<Claim> | undefined> {
  const weighed = exclusive.size > 0 ? claims.filter(maySwitch(exclusive)) : [];
  const known = { owners, survivors, ...(weighed.length > 0 && { exclusive: { compartments: exclusive, now } }) };
  // An assignment without a limit, and that joins all accounts, concerns every point that another one can concern.
  const draft = assignUserPoints(claims, { ...known, sizes: new Map() }, { limit: Infinity, newId: uuid7 });
  const changing = draft.touched.filter(({ changes }) => changes);
  const growing = growingPoints(draft);
  const isJudged = weighed.length > 0 || claims.some(isPublic);
  const {
    isLocked,
    sizes,
    compartments,
    known: named,
    members,
  } = await pipeline(client, () => ({
    isLocked: lockIfUnchanged(client, changing, snapshot),
    sizes: countIdentifiers(client, growing),
    compartments: findCompartments(client, isJudged ? growing : []),
    known: findKnown(client, keysOf(weighed)),
    members: findMembers(client, weighed.some(mayPart(exclusive)) ? growing : []),
  }));
  if (!isLocked) return undefined;
  const rules = isJudged ? { compartments } : {};
  const allOwners = new Map(owners);
  for (const member of members) {
    named.set(member.identifier_id, member);
    allOwners.set(member.identifier_id, member.user_point_id);
  }
  const exact = known.exclusive
    ? { ...known, owners: allOwners, exclusive: { ...known.exclusive, known: named } }
    : known;
  const assignment =
    isJudged || isAnyOverLimit(draft, sizes, maxIdentifiers)
      ? assignUserPoints(claims, { ...exact, sizes, ...rules }, { limit: maxIdentifiers, newId: uuid7 })
      : draft;
  const { unowned, moved, besides, namings: namedTogether } = assignment;
  const sizeOf = (datamart_id: string, point: string) => sizes.get(pointKey(datamart_id, point)) ?? 0;
  const gains = gainsOf(claims, { ...assignment, unowned: [...unowned, ...moved] }, { sizeOf });
  const created = newPoints(assignment);
  // Before the new ones, whose links may name people that are still to be merged: those who leave would end such links.
  if (moved.length > 0) await moveIdentifiers(client, moved, now);
  const { isFirst } = await pipeline(client, () => ({
    isFirst: insertIdentifiers(client, unowned, { created: without(created, moved), now }),
    counted: countChanges(client, growth(assignment, created)),
    gained: recordGains(client, gains, now),
    beside: saveNamings(client, besides),
    named: keepNamings(client, namedTogether),
  }));
  return isFirst ? assignment : undefined;
}

/** The new points that no identifier has moved to: those exist by then. */
function without(created: PointKey[], moved: MovedIdentifier[]): PointKey[] {
  if (moved.length === 0) return created;
  const known = new Set(moved.map(({ datamart_id, user_point_id }) => pointKey(datamart_id, user_point_id)));
  return created.filter(({ datamart_id, user_point_id }) => !known.has(pointKey(datamart_id, user_point_id)));
}

const keysOf = (claims: ClaimWithKeys[]) =>
  new Map(claims.flatMap(({ claim: { datamart_id }, keys }) => keys.map((key) => [key, datamart_id] as const)));
