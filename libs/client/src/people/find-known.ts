import { RequestFailure } from '../request-failure.js';
import type { Reading } from './selectors.js';

/**
 * The first of the readings that names a person of the datamart, else the first of all: reading it then says that there is
 * none. A single one is not looked up.
 *
 * @param read reads the person of a selector
 * @throws RequestFailure if the server does not answer
 */
export async function findKnown(
  readings: readonly Reading[],
  read: (selector: string) => Promise<unknown>,
): Promise<Reading> {
  const [first] = readings;
  if (!first) throw new Error('nothing was typed in');
  if (readings.length === 1) return first;
  for (const reading of readings) if (await isKnown(read(reading.selector))) return reading;
  return first;
}

async function isKnown(person: Promise<unknown>): Promise<boolean> {
  try {
    await person;
    return true;
  } catch (failure) {
    if (failure instanceof RequestFailure && (failure.status === 404 || failure.status === 400)) return false;
    throw failure;
  }
}
