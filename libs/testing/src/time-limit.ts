/** Requests of the run that a limit includes: they take milliseconds on a quiet machine, and seconds on a busy one. */
const requests = 10;
/**
 * Attempts of a measurement, which another program on the machine may disturb. A fault of the product spoils each attempt.
 */
const attempts = 3;

/** @returns 0 if there is none */
export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * A limit of the API, and the time that this machine needs at the moment.
 *
 * @param requestsMs how long requests of the same run took
 */
export const limitBeside = (limitMs: number, requestsMs: number[]): number => limitMs + requests * median(requestsMs);

/** Repeats a measurement until it finds nothing. @returns what the last one found, for example what took too long. */
export async function findRepeatedly<Found>(measure: () => Promise<Found[]>): Promise<Found[]> {
  let found = await measure();
  for (let attempt = 1; attempt < attempts && found.length > 0; attempt++) found = await measure();
  return found;
}

/** @returns how many milliseconds the work takes */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}
