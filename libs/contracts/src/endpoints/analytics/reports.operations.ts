import { ReportExplanation } from '../../analytics/explanation.js';
import { ActivitiesReportRequest, ReportRequest, ReportView } from '../../analytics/report.js';
import { dimensionWords, metricWords, type Words } from '../../rules/reports/report-words.js';
import { reportNames, type Cube } from '../../rules/reports/report-names.js';
import { z } from 'zod';
import { json, one, post, type Section } from '../operation.js';

const timeZone = 'The time zone of its dates: a name of the IANA database.';
const Report = z.object({ report_view: ReportView });
const ActivitiesReport = Report.extend({
  explain: ReportExplanation.optional().describe('If the request asks for it.'),
});
const aReport = (columns_headers: string[], ...rows: (string | number)[][]) => ({
  report_view: {
    items_per_page: 100,
    total_items: rows.length,
    columns_headers,
    column_headers: columns_headers,
    rows,
  },
});
const since_ts = 1_794_657_600_000;
const until_ts = 1_795_261_991_709;
const anExplanation = {
  watermark: until_ts,
  time_zone: 'UTC',
  from_ts: since_ts,
  to_ts: until_ts,
  refused_by_choice: { count: 12, since_ts, until_ts },
  dropped: { count: 31, since_ts, until_ts },
  dropped_on_error: { count: 2, since_ts, until_ts },
  suspicious_time: { count: 4, since_ts, until_ts },
  people_merged: { count: 7, since_ts, until_ts },
};
const lastWeek = [{ start_date: 'now-7d/d', end_date: 'now' }];

const listed = ({ metrics, dimensions }: (typeof reportNames)[Cube]) =>
  `${metrics.join(', ')}. Dimensions: ${dimensions.join(', ')}`;

const table = (kind: string, words: Readonly<Record<string, Words>>) =>
  [
    `| ${kind} | | |`,
    '|---|---|---|',
    ...Object.entries(words).map(([key, { name, sentence }]) => `| \`${key}\` | ${name} | ${sentence} |`),
  ].join('\n');

export const reports = {
  tag: 'Analytics reports',
  owner: 'analytics',
  description: `Reports over the last four months. A report has at most 100 rows.\n\n${table('metric', metricWords)}\n\n${table('dimension', dimensionWords)}`,
  operations: {
    reportUserActivities: post('/datamarts/:datamart_id/user_activities_analytics', 'READER', {
      summary: "Report on a datamart's activities",
      description:
        `Metrics: ${listed(reportNames.activities)}.\n\n` +
        'With `explain`, the answer says what its numbers leave out: activities that were received in the range, in whole ' +
        'hours, and are in no report, and the people who were merged since. Each count says where it begins and ends: counts ' +
        'by hour are kept for the window of deduplication (`DEDUPE_WINDOW_DAYS`).',
      body: json(ActivitiesReportRequest, {
        users_and_sessions_per_day: {
          metrics: [{ expression: 'users' }, { expression: 'sessions' }],
          dimensions: [{ name: 'date_yyyy_mm_dd' }],
          date_ranges: lastWeek,
          order_by: { field_name: '-date_yyyy_mm_dd' },
        },
        revenue_of_one_channel: {
          metrics: [{ expression: 'revenue' }],
          date_ranges: lastWeek,
          dimension_filter_clauses: {
            operator: 'AND',
            filters: [{ dimension_name: 'channel_id', not: false, operator: 'EXACT', expressions: ['8298'] }],
          },
        },
        days_of_a_time_zone: {
          metrics: [{ expression: 'sessions' }],
          dimensions: [{ name: 'date_yyyy_mm_dd' }],
          date_ranges: lastWeek,
          time_zone: 'Europe/Paris',
        },
        with_what_it_leaves_out: { metrics: [{ expression: 'users' }], date_ranges: lastWeek, explain: true },
        values_of_a_dimension: { dimensions: [{ name: 'type' }], date_ranges: lastWeek },
      }),
      answer: {
        ...one(ActivitiesReport, 'The report.', {
          ...aReport(['date_yyyy_mm_dd', 'users', 'sessions'], ['2026-11-21', 104, 131], ['2026-11-20', 98, 120]),
          explain: anExplanation,
        }),
        headers: {
          'X-Data-Watermark': 'Epoch milliseconds. The report includes everything up to this time.',
          'X-Time-Zone': timeZone,
        },
      },
    }),
    reportCollections: post('/platform_monitoring/collections', 'READER', {
      summary: 'Report on the sizes of collections',
      description:
        `Metric: ${listed(reportNames.collections)}. ` +
        'Counts the datamarts that the caller may read. An EXACT or IN_LIST filter may name only those, ' +
        'their organisations, and communities of which the caller is an admin. A report up to now has its datamarts, 100 at ' +
        'most, counted again, once a minute each: the new counts are in reports some seconds later.',
      body: json(ReportRequest, {
        collections_of_an_organisation: {
          metrics: [{ expression: 'count' }],
          dimensions: [{ name: 'collection' }],
          date_ranges: [{ start_date: 'now-1d', end_date: 'now' }],
          dimension_filter_clauses: {
            operator: 'AND',
            filters: [{ dimension_name: 'organisation_id', operator: 'EXACT', expressions: ['1'] }],
          },
        },
      }),
      answer: {
        ...one(Report, 'The report.', aReport(['collection', 'count'], ['UserActivity', 5120], ['UserPoint', 832])),
        headers: { 'X-Time-Zone': timeZone },
      },
    }),
  },
} satisfies Section;
