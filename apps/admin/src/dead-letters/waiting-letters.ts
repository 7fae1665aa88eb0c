import type { AnyTopic } from '@tributary/bus/consume';
import type { DeadLetterEntry, DeadLetterLog, KeptLetter } from '@tributary/bus/dead-letter-log';
import { placeText, type Place } from '@tributary/bus/places';
import type { Selection } from './dead-letters-request.js';

/** The letters of a topic that wait to be replayed, and what else there is. */
export interface Tally {
  /** By place, in the order in which they were written: when that was, and the id of the message. */
  waiting: Map<string, { written: number; id: string }>;
  replayed: number;
  /** Lines that a crash has cut off. */
  damaged: number;
}

/** Counts all that is there now; of each letter that waits it keeps a few words. */
export async function tally(log: DeadLetterLog, topic: AnyTopic): Promise<Tally> {
  const result: Tally = { waiting: new Map(), replayed: 0, damaged: 0 };
  const replayed: Place[] = [];
  const count = (entry: DeadLetterEntry) => {
    if ('damaged' in entry) result.damaged++;
    else if ('replayed' in entry) replayed.push(...entry.replayed);
    else result.waiting.set(placeText(entry.letter.place), entry.letter);
  };
  await log.scan(topic, (entries) => entries.forEach(count));
  // At the end: where the letters have several partitions, a note may be read before its letter.
  for (const place of replayed) if (result.waiting.delete(placeText(place))) result.replayed++;
  return result;
}

/** Places of the letters that wait and are meant. */
export function select({ waiting }: Tally, selection: Selection): Set<string> {
  const isMeant = ([place, { id }]: [string, { id: string }]) =>
    selection.by === 'all' || (selection.by === 'id' ? id === selection.id : place === selection.place);
  return new Set([...waiting].filter(isMeant).map(([place]) => place));
}

/** Visits the letters at these places, some at a time. */
export async function visitLetters(
  log: DeadLetterLog,
  topic: AnyTopic,
  places: Set<string>,
  visit: (letters: KeptLetter[]) => Promise<void> | void,
): Promise<void> {
  await log.scan(topic, async (entries) => {
    const letters = entries.flatMap((entry) => ('letter' in entry ? [entry.letter] : []));
    const meant = letters.filter(({ place }) => places.has(placeText(place)));
    if (meant.length > 0) await visit(meant);
  });
}
