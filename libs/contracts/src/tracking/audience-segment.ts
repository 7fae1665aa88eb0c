import { z } from 'zod';
import { ListQuery } from '../list-query.js';
import { Count, EpochMs } from '../values/epoch-ms.js';
import { IntegerId, TenantId } from '../values/integer-id.js';
import { Keywords, SearchText } from '../values/keywords.js';
import { Name } from '../values/name.js';
import { nullAsAbsent, orDefault } from '../values/null-as-absent.js';

const AudienceSegmentType = z.enum(['USER_LIST']);

/** In UTF-16 units. */
const maxDescriptionLength = 4_096;

const ttl = z
  .number()
  .int()
  .min(0)
  .max(Number.MAX_SAFE_INTEGER)
  .describe('Milliseconds after which a membership ends whose write does not say; 0: never.');

/** A registered segment. Its memberships have its `id` as `segment_id`. */
export const AudienceSegment = z.object({
  id: z.string().describe('The `segment_id` of its memberships.'),
  organisation_id: z.string(),
  datamart_id: z.string(),
  name: Name,
  technical_name: Name.optional().describe('Unique in the datamart. Lines of imports may name the segment by it.'),
  short_description: z.string().optional(),
  default_ttl: ttl.optional(),
  type: AudienceSegmentType,
  paused: z.boolean().describe('Informative only.'),
  creation_ts: EpochMs,
  user_points_count: Count.describe('How many people are in the segment. At most 60 s old.'),
});
export type AudienceSegment = z.infer<typeof AudienceSegment>;

/** The fields that a client can change. */
export const AudienceSegmentInput = z.object({
  name: Name,
  technical_name: nullAsAbsent(Name),
  short_description: nullAsAbsent(z.string().max(maxDescriptionLength, `is longer than ${maxDescriptionLength}`)),
  default_ttl: nullAsAbsent(ttl),
  type: AudienceSegmentType,
  paused: orDefault(z.boolean(), false),
});
export type AudienceSegmentInput = z.infer<typeof AudienceSegmentInput>;

/** Body of the creation. The organisation may be here or in the query. */
export const NewAudienceSegment = AudienceSegmentInput.extend({
  datamart_id: TenantId,
  organisation_id: nullAsAbsent(TenantId),
});
export type NewAudienceSegment = z.infer<typeof NewAudienceSegment>;

export const NewAudienceSegmentQuery = z.object({
  organisation_id: IntegerId.optional().describe('The organisation of the datamart; may be in the body instead.'),
});
export type NewAudienceSegmentQuery = z.infer<typeof NewAudienceSegmentQuery>;

export const AudienceSegmentListQuery = ListQuery.extend({
  organisation_id: IntegerId.describe('The organisation of the segments.'),
  datamart_id: IntegerId.optional().describe('Only segments of this datamart.'),
  technical_name: SearchText.optional().describe('Only segments with this technical name.'),
  keywords: Keywords.describe('Only segments whose names contain all of these words, ignoring case.'),
});
export type AudienceSegmentListQuery = z.infer<typeof AudienceSegmentListQuery>;
