import { client } from '@tributary/client/generated/client.gen';

/** The header `Date` has no parts of a second: a smaller difference says nothing. */
const unknownMs = 2_000;

/**
 * By how many milliseconds the clock of the server is ahead of the viewer's.
 *
 * @param known the offset so far; it stays while the answer agrees with it, so that two instants keep their order
 * @param date the header `Date` of an answer
 * @param now when the answer arrived, by the viewer's clock
 */
export function clockOffset(known: number, date: string | null, now: number): number {
  const offset = Date.parse(date ?? '') - now;
  return Number.isNaN(offset) || Math.abs(offset - known) <= unknownMs ? known : offset;
}

let offset = 0;

/** Reads the clock of the server from its answers, from now on. */
client.interceptors.response.use((response) => {
  offset = clockOffset(offset, response.headers.get('date'), Date.now());
  return response;
});

/** Now by the clock of the server, to the second. That of the viewer may be wrong. */
export const serverNow = (): number => Date.now() + offset;
