import type { AudienceSegment, AudienceSegmentInput } from '@tributary/contracts/tracking/audience-segment';

/** A row: bigint is decimal text, and what is absent is null. */
export interface AudienceSegmentRow {
  id: string;
  organisation_id: string;
  datamart_id: string;
  name: string;
  technical_name: string | null;
  short_description: string | null;
  default_ttl: string | null;
  type: AudienceSegment['type'];
  paused: boolean;
  creation_ts: string;
}

export const columns =
  'id, organisation_id, datamart_id, name, technical_name, short_description, default_ttl, type, paused, creation_ts';

/** The values of what a client can change, in the order of the columns. */
export const inputColumns = ({
  name,
  technical_name,
  short_description,
  default_ttl,
  type,
  paused,
}: AudienceSegmentInput) => [
  name,
  technical_name ?? null,
  short_description ?? null,
  default_ttl ?? null,
  type,
  paused,
];

export const toAudienceSegment = (row: AudienceSegmentRow, user_points_count: number): AudienceSegment => ({
  ...row,
  technical_name: row.technical_name ?? undefined,
  short_description: row.short_description ?? undefined,
  default_ttl: row.default_ttl === null ? undefined : Number(row.default_ttl),
  creation_ts: Number(row.creation_ts),
  user_points_count,
});
