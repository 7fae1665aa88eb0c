import { z } from 'zod';
import { minuteMs } from '../rules/time-units.js';
import { EpochMs } from '../values/epoch-ms.js';
import { numberOrDecimal } from '../values/number-or-decimal.js';
import { textOrInteger } from '../values/text-or-integer.js';
import { Timestamp } from './user-activity.js';

/** Maximum length in UTF-16 units: the id must fit into an index row of PostgreSQL. */
const maxSegmentIdLength = 255;

/** The id of a segment. Clients may use ids that are not registered. */
export const SegmentId = textOrInteger().trim().min(1, 'must not be empty').max(maxSegmentIdLength);

/** A segment membership of a user point, as the API returns it. */
export const UserSegment = z.object({
  segment_id: z.string(),
  data_bag: z.unknown().describe('Any JSON value; null without one.'),
  creation_ts: EpochMs.describe('Epoch milliseconds.'),
  last_modified_ts: EpochMs.describe('Epoch milliseconds.'),
  expiration_ts: EpochMs.nullable().describe('Epoch milliseconds; null: never.'),
});
export type UserSegment = z.infer<typeof UserSegment>;

/** When a membership ends, as writes give it. Without both fields, the segment's `default_ttl` applies. */
export const segmentExpiration = {
  expiration_duration: numberOrDecimal('must be an integer of at least 0')
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .meta({ type: ['integer', 'string'], pattern: '^[0-9]{1,19}$' })
    .nullish()
    .describe(
      'Minutes from the write, in an import from the creation of the execution, also as decimal text; 0: never.',
    ),
  expiration_ts: Timestamp.nullish().describe('Epoch milliseconds, also as decimal text.'),
};

/** Body of a live write of a membership. */
export const UserSegmentInput = z
  .object({ ...segmentExpiration, data_bag: z.unknown().optional().describe('Any JSON value.') })
  .refine(({ expiration_duration, expiration_ts }) => expiration_duration == null || expiration_ts == null, {
    path: ['expiration_duration'],
    message: 'is not allowed together with expiration_ts',
  });
export type UserSegmentInput = z.infer<typeof UserSegmentInput>;

/**
 * When a write ends its membership: epoch milliseconds, null for never, or undefined when the write does not say.
 * `expiration_ts` overrides `expiration_duration`, which starts at `from`.
 */
export function expirationOf(
  { expiration_duration, expiration_ts }: Pick<UserSegmentInput, 'expiration_duration' | 'expiration_ts'>,
  from: number,
): number | null | undefined {
  if (expiration_ts != null) return Math.min(expiration_ts, Number.MAX_SAFE_INTEGER);
  return expiration_duration == null ? undefined : expirationAfter(from, expiration_duration * minuteMs);
}

/** Epoch milliseconds; null for a duration of 0, which means never. */
export const expirationAfter = (from: number, ms: number) =>
  ms === 0 ? null : Math.min(from + ms, Number.MAX_SAFE_INTEGER);
