import { z } from 'zod';
import { BooleanText } from '../list-query.js';

/** Longest Idempotency-Key, characters. */
export const maxIdempotencyKey = 255;

/** Largest number of lines of an NDJSON body; blank lines do not count. */
export const maxLines = 1_000;

export const CollectQuery = z.object({
  processing_pipeline: BooleanText.optional().describe(
    'With `false` the activities are stored as sent: activity analyzers do not get them. Not in signed requests.',
  ),
});
