import { SegmentLine } from '@tributary/contracts/imports/import-lines';
import { expirationOf } from '@tributary/contracts/tracking/user-segment';
import { isEarlyTime } from '@tributary/contracts/tracking/early-time';
import { lineIdentifier } from './line-identifier.js';
import { conforming, type ReadLine } from './line.js';

/** USER_SEGMENT: adds a person to a segment, or removes them. */
export const readSegmentLine: ReadLine = (line, context) => {
  const given = conforming(SegmentLine, line, context);
  const segment = {
    segment_id: given.segment_id ?? undefined,
    segment_technical_name: given.segment_technical_name ?? undefined,
  };
  const identifier = lineIdentifier(given, context);
  if (given.operation === 'DELETE') return { kind: 'delete_segment', identifier, ...segment };
  const data_bag = line.members().get('data_bag');
  if (isEarlyTime(given.expiration_ts)) context.sawEarlyTime?.();
  const expiration_ts = expirationOf(given, context.creation_ts);
  return { kind: 'update_segment', identifier, ...segment, expiration_ts, data_bag };
};
