import { RefusedByChoiceRepository } from '../../src/consent/refused-by-choice.repository.js';
import { SelectionPreviews } from '../../src/consent/selection-previews.js';
import type { Tracking } from '../tracking.js';

/** Reads what choices refuse on a channel, and what they would refuse. */
export async function readRefusals(
  { app }: Tracking,
  channel: { datamart_id: string; channel_id: string },
): Promise<void> {
  const of = { strict: false } as const;
  const page = { first_result: 0, max_results: 10 };
  await app.app.get(RefusedByChoiceRepository, of).list({ ...channel, ...page }, Date.now());
  const processing = { processing_id: '5', legal_basis: 'CONSENT' as const };
  await app.app.get(SelectionPreviews, of).preview({ ...channel, organisation_id: '1', processing }, Date.now());
}
