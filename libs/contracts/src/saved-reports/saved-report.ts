import { z } from 'zod';
import { filtersOf, ReportRequest } from '../analytics/report.js';
import { EpochMs } from '../values/epoch-ms.js';
import { Name } from '../values/name.js';
import { orDefault } from '../values/null-as-absent.js';

/** The most reports that a user saves in one datamart. */
export const maxSavedReports = 100;
/** The longest report, in characters of its JSON. */
const maxReportLength = 32_768;

const isExact = (value: unknown) => !Number.isInteger(value) || Number.isSafeInteger(value);

/** The body of a report on activities. Its names are checked when it is read: a newer version may know more. */
const StoredRequest = ReportRequest.refine((report) => JSON.stringify(report).length <= maxReportLength, {
  message: `is longer than ${maxReportLength} characters`,
}).refine(
  ({ dimension_filter_clauses: clause }) =>
    !clause || filtersOf(clause).every(({ expressions }) => expressions.every(isExact)),
  { path: ['dimension_filter_clauses'], message: 'has a number that is not exact: write it as a string' },
);

/** How the console shows a saved report. */
export const ReportDisplay = z.object({
  view: z.enum(['Table', 'Bars', 'Line', 'Area', 'Pie', 'Radar']).nullish().describe('Default: Table.'),
  all_metrics: z.boolean().nullish().describe('Whether a chart shows every metric. Default: only the first.'),
  compare: z.boolean().nullish().describe('Whether the period before stands beside it.'),
  shares: z.boolean().nullish().describe('Whether a table has the share of each value.'),
});
export type ReportDisplay = z.infer<typeof ReportDisplay>;

/** A report that a user has given a name. Only this user reads it. */
export const SavedReport = z.object({
  id: z.string(),
  datamart_id: z.string(),
  name: Name.describe('No other report of the user in the datamart has it.'),
  report: StoredRequest.describe(
    `The body of \`POST /datamarts/{datamart_id}/user_activities_analytics\`, ${maxReportLength} characters at most.`,
  ),
  display: ReportDisplay,
  creation_ts: EpochMs,
  last_modified_ts: EpochMs,
});
export type SavedReport = z.infer<typeof SavedReport>;

export const SavedReportInput = SavedReport.pick({ name: true, report: true }).extend({
  display: orDefault(ReportDisplay, {}),
});
export type SavedReportInput = z.infer<typeof SavedReportInput>;
