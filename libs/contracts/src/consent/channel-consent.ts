import { z } from 'zod';
import { Caller } from '../admin/access.js';
import { ChannelQuery } from '../admin/channel.js';
import { LegalBasis } from '../admin/processing.js';

const Count = z.number().int().min(0);
/** An integer is its decimal text in a query, too. */
const ProcessingId = z.string('is required').min(1, 'must be the id of a processing');

export const SelectionPreviewQuery = ChannelQuery.extend({
  processing_id: ProcessingId.describe('The processing that the channel might select.'),
});
export type SelectionPreviewQuery = z.infer<typeof SelectionPreviewQuery>;

/** The effect that a selection would have had. */
export const SelectionPreview = z.object({
  activities_7d: Count.describe(
    'Activities of the channel on this day (UTC) and the six before it, without duplicates: stored ones, and those that a ' +
      'choice has refused.',
  ),
  people_7d: Count.describe('The people of these activities, after merges.'),
  would_refuse_7d: Count.describe('How many of these activities the choices of today refuse for this processing.'),
});
export type SelectionPreview = z.infer<typeof SelectionPreview>;

/** The activities of a channel that choices about a processing have refused on a day. */
export const RefusedByChoice = z.object({
  date: z.iso.date().describe('The day (UTC) of the activities, as reports count it.'),
  processing_id: z.string().describe('The first processing that refused, of several.'),
  activities: Count,
  people: Count.describe('The people of these activities, after merges.'),
});
export type RefusedByChoice = z.infer<typeof RefusedByChoice>;

/** Body of POST /internal/channel_scopes: which channel of which datamart a caller means, and may read. */
export const ChannelScopeQuestion = z.object({
  caller: Caller,
  channel_id: z.string(),
  datamart_id: z.string().optional(),
  processing_id: z.string().optional(),
});
export type ChannelScopeQuestion = z.infer<typeof ChannelScopeQuestion>;

/** A channel, and a processing of its community if the question names one. */
export const ChannelScope = z.object({
  datamart_id: z.string(),
  organisation_id: z.string(),
  channel_id: z.string(),
  processing: z.object({ processing_id: z.string(), legal_basis: LegalBasis }).optional(),
});
export type ChannelScope = z.infer<typeof ChannelScope>;

/** Body of POST /internal/selection_previews. */
export const PreviewQuestion = ChannelScope.required({ processing: true });
export type PreviewQuestion = z.infer<typeof PreviewQuestion>;

/** Body of POST /internal/refused_by_choice. */
export const RefusedByChoiceQuestion = ChannelScope.pick({ datamart_id: true, channel_id: true }).extend({
  first_result: z.number().int(),
  max_results: z.number().int(),
});
export type RefusedByChoiceQuestion = z.infer<typeof RefusedByChoiceQuestion>;

export const RefusedByChoicePage = z.object({ items: z.array(RefusedByChoice), total: Count });
export type RefusedByChoicePage = z.infer<typeof RefusedByChoicePage>;
