import { ReportExplanation } from '@tributary/contracts/analytics/explanation';
import { ActivitiesReportRequest, ReportRequest, ReportView } from '@tributary/contracts/analytics/report';
import { dimensionWords, metricWords, type Words } from '@tributary/contracts/rules/report-words';
import { ListQuery } from '@tributary/contracts/list-query';
import { maxSavedReports, SavedReport, SavedReportInput } from '@tributary/contracts/saved-reports/saved-report';
import { z } from 'zod';
import { aSavedReport } from '../examples/saved-report.examples.js';
import { deleted, json, one, page, type Section } from './operation.js';

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

const table = (kind: string, words: Readonly<Record<string, Words>>) =>
  [
    `| ${kind} | | |`,
    '|---|---|---|',
    ...Object.entries(words).map(([key, { name, sentence }]) => `| \`${key}\` | ${name} | ${sentence} |`),
  ].join('\n');

export const reports: Section = {
  tag: 'Analytics reports',
  description: `Reports over the last four months. A report has at most 100 rows.\n\n${table('metric', metricWords)}\n\n${table('dimension', dimensionWords)}`,
  operations: {
    'POST /datamarts/:datamart_id/user_activities_analytics': {
      operationId: 'reportUserActivities',
      summary: "Report on a datamart's activities",
      description:
        'Metrics: users, sessions, revenue, number_of_transactions, avg_session_duration, avg_number_of_user_events, ' +
        'conversion_rate, avg_number_of_transactions_per_user_point, avg_transaction_amount, ' +
        'avg_revenue_per_user_point. Dimensions: type, date_time, date_yyyymmdd, date_yyyymmddhh, date_yyyy_mm_dd, ' +
        'date_yyyy_mm_dd_hh, date_yyyy_mm_dd_hh_mm, channel_id, session_duration, device_form_factor, ' +
        'device_browser_family, device_os_family, device_brand, device_agent_type, origin_source, origin_channel, ' +
        'origin_campaign_name, location_country, location_region, location_city, location_zip_code, event_type, ' +
        'segment_id, has_conversion, has_bounced, is_bot, transaction_amount, number_of_user_events, ' +
        'number_of_confirmed_transactions.\n\n' +
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
    },
    'POST /platform_monitoring/collections': {
      operationId: 'reportCollections',
      summary: 'Report on the sizes of collections',
      description:
        'Metric: count. Dimensions: organisation_id, community_id, datamart_id, collection, date_time, ' +
        'date_yyyy_mm_dd. Counts the datamarts that the caller may read. An EXACT or IN_LIST filter may name only those, ' +
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
    },
  },
};

const all = '/datamarts/:datamart_id/saved_reports';
const saved = `${all}/:saved_report_id`;
const { name, report, display } = aSavedReport;
const taken = 'The user has another report of this name in the datamart';

export const savedReports: Section = {
  tag: 'Saved reports',
  description:
    'Reports that the caller has given a name, in a datamart. They are the own ones of the caller: no other user reads them, ' +
    'admins neither, and they are deleted with the user.',
  operations: {
    [`GET ${all}`]: {
      operationId: 'listSavedReports',
      summary: "List the caller's saved reports",
      query: ListQuery,
      answer: page(SavedReport, 'A page of reports.'),
    },
    [`POST ${all}`]: {
      operationId: 'createSavedReport',
      summary: 'Save a report',
      description: `A user saves at most ${maxSavedReports} reports in a datamart.`,
      body: json(SavedReportInput, { revenue_per_day: { name, report, display } }),
      answer: one(SavedReport, 'The saved report.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${taken}, or ${maxSavedReports} reports.` },
    },
    [`GET ${saved}`]: {
      operationId: 'getSavedReport',
      summary: 'Read a saved report',
      answer: one(SavedReport, 'The report.'),
    },
    [`PUT ${saved}`]: {
      operationId: 'updateSavedReport',
      summary: 'Replace a saved report',
      body: json(SavedReportInput, { as_a_table: { name: 'Revenue, as a table', report } }),
      answer: one(SavedReport, 'The replaced report.'),
      errors: { CONSTRAINT_VIOLATION_EXCEPTION: `${taken}.` },
    },
    [`DELETE ${saved}`]: { operationId: 'deleteSavedReport', summary: 'Delete a saved report', answer: deleted },
  },
};
