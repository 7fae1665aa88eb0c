import { z } from 'zod';
import { BooleanText } from './boolean-text.js';
import { IntegerId } from './integer-id.js';
import { ListQuery } from './list-query.js';

/** Longest `keywords`, characters: each word costs a look at every title. */
const maxKeywordsLength = 255;

/** Which dashboards are meant: those of one organisation. The gateway has checked the caller's role there. */
export const DashboardQuery = z.object({ organisation_id: IntegerId.describe('Whose dashboards are meant.') });
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** A body says whose the new dashboard is; a query that is there all the same must not disagree. */
export const NewDashboardQuery = z.object({
  organisation_id: IntegerId.optional().describe('May stand here, too; it must be that of the body.'),
});
export type NewDashboardQuery = z.infer<typeof NewDashboardQuery>;

export const DashboardListQuery = ListQuery.extend({
  organisation_id: DashboardQuery.shape.organisation_id,
  archived: BooleanText.optional().describe('Only those that are archived, or only those that are not; absent: both.'),
  keywords: z
    .string()
    .max(maxKeywordsLength)
    .refine((text) => !text.includes('\0'), 'holds U+0000')
    .default('')
    .transform((text) => text.split(/\s+/).filter((word) => word !== ''))
    .describe('Only titles that contain every one of these words, in any case.'),
});
export type DashboardListQuery = z.infer<typeof DashboardListQuery>;

/** `version`: the content of this id instead of the current one; what is no such id names nothing, as 0 does. */
export const ContentQuery = DashboardQuery.extend({
  version: z
    .string()
    .transform((id) => (/^[1-9]\d{0,17}$/.test(id) ? id : '0'))
    .optional()
    .describe('Id of an earlier content to read instead of the current one.'),
});
export type ContentQuery = z.infer<typeof ContentQuery>;

export const ContentVersionsQuery = ListQuery.extend(DashboardQuery.shape);
export type ContentVersionsQuery = z.infer<typeof ContentVersionsQuery>;
