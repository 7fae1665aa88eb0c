import { z } from 'zod';
import { BooleanText, ListQuery } from '../list-query.js';
import { IntegerId } from '../values/integer-id.js';
import { Keywords } from '../values/keywords.js';

/** Selects the dashboards of one organisation. The gateway has checked the caller's role in it. */
export const DashboardQuery = z.object({ organisation_id: IntegerId.describe('The organisation of the dashboard.') });
export type DashboardQuery = z.infer<typeof DashboardQuery>;

/** The body names the organisation of a new dashboard. A query may repeat it. */
export const NewDashboardQuery = z.object({
  organisation_id: IntegerId.optional().describe('Optional; it must be that of the body.'),
});
export type NewDashboardQuery = z.infer<typeof NewDashboardQuery>;

export const DashboardListQuery = ListQuery.extend({
  organisation_id: DashboardQuery.shape.organisation_id,
  archived: BooleanText.optional().describe('Only archived ones (true), or only others (false). Default: both.'),
  keywords: Keywords.describe('Only titles that contain all of these words, ignoring case.'),
});
export type DashboardListQuery = z.infer<typeof DashboardListQuery>;

/** `version` is the id of a content. A text that cannot be an id becomes 0, which matches nothing. */
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
