import { z } from 'zod';

/** Longest segment id, in UTF-16 units: it stands in an index row of PostgreSQL. */
const maxSegmentIdLength = 255;

/** A membership of a user point, as it is read. Times are epoch milliseconds. */
export const UserSegment = z.object({
  segment_id: z.string().min(1).max(maxSegmentIdLength),
  /** Any JSON value; null without one. */
  data_bag: z.unknown(),
  creation_ts: z.number(),
  last_modified_ts: z.number(),
  /** null: never. */
  expiration_ts: z.number().nullable(),
});
export type UserSegment = z.infer<typeof UserSegment>;
