import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { problemsOf, requestOf, type Query } from '@tributary/dashboards/queries/query';
import { maxNames, reportNames } from '@tributary/contracts/rules/reports/report-names';
import { readWholeReport } from '@tributary/dashboards/reports/read-whole-report';
import { readAnswer } from '@tributary/dashboards/reports/report-answer';
import { z } from 'zod';
import { ToolFailure } from '../answers/tool-failure.js';
import { defineTool, limit } from './tool.js';

const { metrics, dimensions } = reportNames.activities;

const Filter = z.object({
  dimension: z.enum(dimensions),
  values: z.array(z.string()).min(1).max(100),
  contains: z.boolean().default(false).describe('Texts that contain the one value, not those that equal one of them.'),
  not: z.boolean().default(false),
});

export const report = defineTool({
  name: 'report',
  title: 'Report on activities',
  description:
    'Counts and sums of activities by dimensions, within a range of dates: how many users, sessions, how much revenue, by day, ' +
    'channel, event and so on. Without dimensions it answers one row of totals. Use date_yyyy_mm_dd for days.',
  input: z.object({
    metrics: z.array(z.enum(metrics)).min(1).max(maxNames),
    dimensions: z.array(z.enum(dimensions)).max(maxNames).default([]),
    from: z.string().default('now-7d/d').describe('The first day or instant, as 2026-11-01 or now-7d/d.'),
    to: z.string().default('now').describe('The last one.'),
    filters: z.array(Filter).max(10).default([]).describe('All of them must hold.'),
    order: z.string().default('').describe('A metric or dimension of the report; with a leading minus: descending.'),
    time_zone: z.string().optional().describe('As Europe/Paris; that of the datamart if absent.'),
    limit: limit(100),
  }),
  async run({ limit: rowLimit, time_zone, from, to, filters, ...asked }, { client, datamart_id }) {
    const query: Query = { ...asked, start: from, end: to, operator: 'AND', filters: filters.map(filterOf) };
    const zone = time_zone === undefined ? {} : { time_zone };
    const [problem] = problemsOf(query, { now: Date.now(), ...(time_zone !== undefined && { timeZone: time_zone }) });
    if (problem) throw new ToolFailure(`${problem.field}: ${problem.message}`);
    const read = await readWholeReport({ ...requestOf(query), ...zone }, async (part) => {
      const { data, response } = await reportUserActivities({
        client,
        path: { datamart_id },
        body: part as ReportRequest,
      });
      return readAnswer(data.data.report_view, response);
    });
    const { columns_headers: columns, rows } = read.view;
    return {
      columns,
      rows: rows.slice(0, rowLimit),
      rows_read: rows.length,
      // An agent must not take a part for the whole.
      rows_of_the_report: read.shown === 'all' ? rows.length : `more: these are the ${read.shown} ones`,
      time_zone: read.timeZone,
      complete_to: read.watermark === undefined ? null : new Date(read.watermark).toISOString(),
    };
  },
});

const filterOf = ({ dimension, values, contains, not }: z.infer<typeof Filter>): Query['filters'][number] => ({
  dimension_name: dimension,
  operator: contains ? 'LIKE' : 'IN_LIST',
  not,
  expressions: values,
});
