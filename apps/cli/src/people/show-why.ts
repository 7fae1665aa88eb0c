import { getUserPointIdentity } from '@tributary/client/generated/sdk.gen';
import { formatInstant } from '../output/format-instant.js';
import { print, type Format } from '../output/print.js';
import type { PersonPath } from '@tributary/client/people/read-person';

/** Prints the links of a person, oldest first. */
export async function showWhy(path: PersonPath, { output }: { output: Format }): Promise<void> {
  const identity = (await getUserPointIdentity({ path })).data.data;
  print(output, identity, () => ({
    headers: ['from', 'to', 'cause', 'id', 'time (UTC)', 'since'],
    rows: identity.links.map(({ from, to, cause, id, ts, since }) => [
      from,
      to,
      cause,
      id ?? '',
      formatInstant(ts),
      String(since),
    ]),
  }));
}
