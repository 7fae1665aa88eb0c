import { getUserPointOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import type { QueryClient } from '@tanstack/react-query';
import type { Reading } from './selectors.js';

/**
 * The first of the readings that names a person of the datamart, else the first of all: its page says that there is none. A
 * single one is not looked up: its page does that.
 *
 * @throws RequestFailure if the server does not answer
 */
export async function findKnown(
  queries: QueryClient,
  datamart_id: string,
  readings: readonly Reading[],
): Promise<Reading> {
  const [first] = readings;
  if (!first) throw new Error('nothing was typed in');
  if (readings.length === 1) return first;
  for (const reading of readings) if (await isKnown(queries, datamart_id, reading.selector)) return reading;
  return first;
}

async function isKnown(queries: QueryClient, datamart_id: string, user_point_selector: string): Promise<boolean> {
  try {
    await queries.fetchQuery(getUserPointOptions({ path: { datamart_id, user_point_selector } }));
    return true;
  } catch (failure) {
    if (failure instanceof RequestFailure && (failure.status === 404 || failure.status === 400)) return false;
    throw failure;
  }
}
