import { z } from 'zod';
import { legalBases } from '../rules/resources/choices.js';
import { ListQuery } from '../list-query.js';
import { EpochMs } from '../values/epoch-ms.js';
import { IntegerId, TenantId } from '../values/integer-id.js';
import { Name } from '../values/name.js';
import { nullAsAbsent, orDefault } from '../values/null-as-absent.js';

export const LegalBasis = z.enum(legalBases, `must be one of ${legalBases.join(', ')}`);
export type LegalBasis = z.infer<typeof LegalBasis>;

/** The legal bases under which the choices of a person decide. */
const enforcedBases = LegalBasis.extract(['CONSENT', 'LEGITIMATE_INTEREST']);

/** A processing that decides about the activities of a channel. The other legal bases do not depend on choices. */
export const EnforcedProcessing = z.object({ processing_id: z.string(), legal_basis: enforcedBases });
export type EnforcedProcessing = z.infer<typeof EnforcedProcessing>;

/** A text that may be empty. */
const maxPurposeLength = 4_096;
const Purpose = z.string().max(maxPurposeLength, `is longer than ${maxPurposeLength}`);

/** A purpose for which a community processes personal data. */
export const Processing = z.object({
  id: z.string().describe('The `$processing_id` of choices.'),
  community_id: TenantId,
  name: Name,
  purpose: Purpose.optional().describe('What the data is used for.'),
  legal_basis: LegalBasis,
  technical_name: Name.optional(),
  archived: z.boolean().describe('Channels that have selected it keep it.'),
  creation_ts: EpochMs,
});
export type Processing = z.infer<typeof Processing>;

export const ProcessingInput = Processing.pick({ community_id: true, name: true, legal_basis: true }).extend({
  purpose: nullAsAbsent(Purpose),
  technical_name: nullAsAbsent(Name),
  archived: orDefault(z.boolean(), false),
});
export type ProcessingInput = z.infer<typeof ProcessingInput>;

/** The community cannot change. A body may repeat it. */
export const ProcessingUpdate = ProcessingInput.omit({ community_id: true });
export type ProcessingUpdate = z.infer<typeof ProcessingUpdate>;

export const ProcessingListQuery = ListQuery.extend({
  community_id: IntegerId.describe('The community of the processings.'),
});
export type ProcessingListQuery = z.infer<typeof ProcessingListQuery>;

/** A channel is subject to a processing. */
export const ProcessingSelection = z.object({
  id: z.string(),
  channel_id: z.string(),
  processing_id: z.string(),
  processing_name: z.string(),
  creation_ts: EpochMs,
});
export type ProcessingSelection = z.infer<typeof ProcessingSelection>;

const mustBeId = 'must be the id of a processing';
/** An integer is its decimal text. */
const integerAsText = z.number().refine(Number.isInteger, mustBeId).transform(String).meta({ type: 'integer' });

export const ProcessingSelectionInput = z.object({
  processing_id: z.union([z.string().min(1, mustBeId), integerAsText], mustBeId),
});
export type ProcessingSelectionInput = z.infer<typeof ProcessingSelectionInput>;
