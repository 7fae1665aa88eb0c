import { uuid7 } from '@tributary/contracts/uuid';
import { atOnce } from '@tributary/database/at-once';
import type pg from 'pg';
import { countChanges } from '../collections/count-changes.js';
import { assignUserPoints, keyed, type Keyed } from './assign-user-points.js';
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
 */
export async function resolveUserPoints(
  client: pg.ClientBase,
  elements: Identified[],
  now: number,
): Promise<Resolved[]> {
  const all = elements.map(keyed);
  const erased = new Set<Keyed>();
  const resolved = await untilSettled(client, (snapshot) => {
    const present = all.filter((element) => !erased.has(element));
    return attempt(client, present, { snapshot, erased, now });
  });
  const rest = resolved.values();
  return all.map((element) => (erased.has(element) ? { refusal: 'ERASED' } : (rest.next().value as Resolved)));
}

/** Undefined when another transaction came in between; adds what turns out to be erased to `erased`. */
async function attempt(
  client: pg.ClientBase,
  elements: Keyed[],
  { snapshot, erased, now }: { snapshot: string; erased: Set<Keyed>; now: number },
): Promise<Resolved[] | undefined> {
  const datamarts = new Set(elements.map(({ datamart_id }) => datamart_id));
  const [, owners, survivors] = await atOnce(client, () => [
    keepErasuresOff(client, datamarts),
    findOwners(client, elements),
    findSurvivors(client, elements),
  ]);
  // Without a limit this touches whatever may come to be touched with one.
  const draft = assignUserPoints(elements, { owners, survivors, sizes: new Map() }, { limit: Infinity, newId: uuid7 });
  const changing = draft.touched.filter(({ changes }) => changes);
  const [isLocked, sizes] = await atOnce(client, () => [
    lockUserPoints(client, changing, snapshot),
    countIdentifiers(client, changing),
  ]);
  if (!isLocked) return undefined;
  // The draft, but for people who would have too many identifiers.
  const assignment = assignUserPoints(elements, { owners, survivors, sizes }, { limit: maxIdentifiers, newId: uuid7 });
  const grown = growth(assignment);
  const [isFirst, late] = await atOnce(client, () => [
    insertIdentifiers(client, assignment.unknown, now),
    findErased(client, elements),
    countChanges(client, grown),
  ]);
  for (const element of late) erased.add(element);
  if (!isFirst || late.size > 0) return undefined;
  await mergeUserPoints(client, assignment.merges, now);
  return assignment.resolved;
}
