import { uuid7 } from '@tributary/contracts/uuid';
import { atOnce } from '@tributary/database/at-once';
import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import { assignUserPoints, growingPoints, isAnyCrowded, keyed, type Keyed, type Known } from './assign-user-points.js';
import { growth } from './count-user-points.js';
import { keepErasuresOff } from './erasure-lock.js';
import { findErased } from './erasures.js';
import { findSurvivors } from './find-user-points.js';
import type { Identified, Resolved } from './identified.js';
import { lockUserPoints } from './lock-user-points.js';
import { mergeUserPoints } from './merge-user-points.js';
import { untilSettled } from './until-settled.js';
import { countIdentifiers, findOwners, insertIdentifiers } from './user-identifiers.js';

/** Most identifiers of one person: what more people share identifies nobody. */
export const maxIdentifiers = 100;

/**
 * The user point of each element, in order: found, made, or merged of several. Until the transaction ends nobody erases
 * it, and nobody merges or splits one that changes or will be written to; one that is only named may be merged meanwhile,
 * and then stands for its survivor.
 *
 * Call it once in a transaction, for all its elements, and say which of them it goes on to write to: transactions that
 * come back for more, or for a stronger lock, may wait for each other, of which PostgreSQL then ends one
 * (`SERVICE_UNAVAILABLE`, safe to try again).
 *
 * @param findIgnored answers the positions of elements that are to be left out; sent with the first statements, and again
 * when those must be repeated
 */
export async function resolveUserPoints(
  client: pg.ClientBase,
  elements: Identified[],
  now: number,
  findIgnored: () => Promise<ReadonlySet<number>> = nowhere,
): Promise<Resolved[]> {
  if (elements.length > 1 && elements.some(({ mustNotMerge }) => mustNotMerge))
    throw new Error('an element that must not merge comes alone');
  const all = elements.map(keyed);
  const datamarts = new Set(all.map(({ datamart_id }) => datamart_id));
  const open = () =>
    [
      findIgnored(),
      keepErasuresOff(client, datamarts),
      findErased(client, all),
      findOwners(client, all),
      findSurvivors(client, all),
    ] as const;
  return untilSettled(client, open, async ([ignored, , erased, owners, survivors], snapshot) => {
    const refused = all.map((element, index): Resolved | undefined => {
      if (ignored.has(index)) return { refusal: 'IGNORED' };
      return erased.has(element) ? { refusal: 'ERASED' } : undefined;
    });
    const present = all.filter((_, index) => !refused[index]);
    const rest = (await attempt(client, present, { owners, survivors, snapshot, now }))?.values();
    return rest && refused.map((refusal) => refusal ?? (rest.next().value as Resolved));
  });
}

const nowhere = () => Promise.resolve(new Set<number>());

interface Read extends Pick<Known, 'owners' | 'survivors'> {
  snapshot: string;
  now: number;
}

/** Undefined when another transaction came in between. */
async function attempt(
  client: pg.ClientBase,
  elements: Keyed[],
  { owners, survivors, snapshot, now }: Read,
): Promise<Resolved[] | undefined> {
  // Without a limit this touches whatever may come to be touched with one.
  const draft = assignUserPoints(elements, { owners, survivors, sizes: new Map() }, { limit: Infinity, newId: uuid7 });
  const changing = draft.touched.filter(({ changes }) => changes);
  const [isLocked, sizes] = await atOnce(client, () => [
    lockUserPoints(client, changing, snapshot),
    countIdentifiers(client, growingPoints(draft)),
  ]);
  if (!isLocked) return undefined;
  const assignment = isAnyCrowded(draft, sizes, maxIdentifiers)
    ? assignUserPoints(elements, { owners, survivors, sizes }, { limit: maxIdentifiers, newId: uuid7 })
    : draft;
  const grown = growth(assignment);
  const [isFirst] = await atOnce(client, () => [
    insertIdentifiers(client, assignment.unknown, now),
    countChanges(client, grown),
  ]);
  if (!isFirst) return undefined;
  await mergeUserPoints(client, assignment.merges, now);
  return assignment.resolved;
}
