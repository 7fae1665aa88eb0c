import { listUserChoices } from '@tributary/client/generated/sdk.gen';
import { formatInstant } from '../output/format-instant.js';
import { print, type Format } from '../output/print.js';
import { readPages } from '../requests/read-pages.js';
import type { PersonPath } from './person-path.js';

export async function listChoices(path: PersonPath, options: { limit: number; output: Format }): Promise<void> {
  const choices = await readPages((query) => listUserChoices({ path, query }), options.limit);
  print(options.output, choices, () => ({
    headers: ['processing', 'choice', 'time (UTC)'],
    rows: choices.map(({ $processing_id, $choice_acceptance_value, $choice_ts }) => [
      $processing_id,
      $choice_acceptance_value ? 'accepted' : 'refused',
      formatInstant($choice_ts),
    ]),
  }));
}
