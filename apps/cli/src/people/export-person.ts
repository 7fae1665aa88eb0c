import { exportUserPoint } from '@tributary/client/generated/sdk.gen';
import { printStream } from '../output/print-stream.js';
import type { PersonPath } from '@tributary/client/people/read-person';

/** All of the person as JSON, as it is stored: it is printed as it arrives. */
export async function exportPerson(path: PersonPath): Promise<void> {
  const { data } = await exportUserPoint({ path, parseAs: 'stream' });
  await printStream(data);
}
