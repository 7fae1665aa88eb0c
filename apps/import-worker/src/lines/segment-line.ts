import { SegmentLine } from '@tributary/contracts/imports/import-lines';
import { lineIdentifier } from './line-identifier.js';
import { conforming, type ReadLine } from './line.js';

type Update = Extract<SegmentLine, { operation: 'UPDATE' }>;

const minuteMs = 60_000;

/** USER_SEGMENT: adds a person to a segment, or removes them. */
export const readSegmentLine: ReadLine = (line, context) => {
  const given = conforming(SegmentLine, line);
  const { segment_id } = given;
  const identifier = lineIdentifier(given, context);
  if (given.operation === 'DELETE') return { kind: 'delete_segment', identifier, segment_id };
  const data_bag = line.members().get('data_bag');
  return {
    kind: 'update_segment',
    identifier,
    segment_id,
    expiration_ts: expiryOf(given, context.creation_ts),
    ...(data_bag !== undefined && { data_bag }),
  };
};

/** The date overrides the duration. Without a date, and without a duration or with one of 0, it never expires. */
function expiryOf({ expiration_ts, expiration_duration }: Update, creation_ts: number): number | null {
  if (expiration_ts != null) return expiration_ts;
  if (!expiration_duration) return null;
  return Math.min(creation_ts + expiration_duration * minuteMs, Number.MAX_SAFE_INTEGER);
}
