import { expirationAfter } from '@tributary/contracts/tracking/user-segment';

/** How a write names its segment: by one of these, or by both. */
export interface SegmentNames {
  segment_id?: string | undefined;
  segment_technical_name?: string | undefined;
}

/** The fields of a registered segment that a write needs. */
export interface RegisteredSegment {
  segment_id: string;
  technical_name: string | null;
  /** Milliseconds; 0: never. */
  default_ttl: number | null;
}

/** The segments that are registered, among those that the writes name. */
export interface RegisteredSegments {
  byId: ReadonlyMap<string, RegisteredSegment>;
  byTechnicalName: ReadonlyMap<string, RegisteredSegment>;
}

type ResolvedSegment = Pick<RegisteredSegment, 'segment_id' | 'default_ttl'>;

/** The segment of a write. A string says why there is none. An id that is not registered is a segment without a ttl. */
export function resolveSegment(
  { segment_id, segment_technical_name }: SegmentNames,
  { byId, byTechnicalName }: RegisteredSegments,
): ResolvedSegment | string {
  if (segment_technical_name !== undefined) {
    const named = byTechnicalName.get(segment_technical_name);
    if (!named) return 'segment_technical_name: is the name of no segment of the datamart';
    if ((segment_id ?? named.segment_id) !== named.segment_id) return 'segment_id: is not the segment of that name';
    return named;
  }
  if (segment_id === undefined) return 'segment_id: is required, or segment_technical_name';
  return byId.get(segment_id) ?? { segment_id, default_ttl: null };
}

/** When a write ends a membership of the segment: its own expiration, else the segment's default. Null: never. */
export const expirationIn = (
  segment: Pick<ResolvedSegment, 'default_ttl'> | undefined,
  own: number | null | undefined,
  from: number,
): number | null => (own === undefined ? expirationAfter(from, segment?.default_ttl ?? 0) : own);
