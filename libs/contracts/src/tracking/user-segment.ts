import { z } from 'zod';
import { EpochMs } from '../values/epoch-ms.js';

/** Maximum length in UTF-16 units: the id must fit into an index row of PostgreSQL. */
const maxSegmentIdLength = 255;

/** A segment membership of a user point, as the API returns it. */
export const UserSegment = z.object({
  segment_id: z.string().min(1).max(maxSegmentIdLength),
  data_bag: z.unknown().describe('Any JSON value; null without one.'),
  creation_ts: EpochMs.describe('Epoch milliseconds.'),
  last_modified_ts: EpochMs.describe('Epoch milliseconds.'),
  expiration_ts: EpochMs.nullable().describe('Epoch milliseconds; null: never.'),
});
export type UserSegment = z.infer<typeof UserSegment>;
