import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest } from '@tributary/client/generated/types.gen';
import { readWholeReport } from '@tributary/dashboards/reports/read-whole-report';
import type { ReportView } from '@tributary/dashboards/reports/report';
import { readAnswer } from '@tributary/dashboards/reports/report-answer';
import { problemsOf, requestOf, type Query } from '@tributary/dashboards/queries/query';
import { reportNames } from '@tributary/dashboards/queries/report-names';
import { rowsToCsv } from '@tributary/dashboards/queries/rows-to-csv';
import type { Command } from 'commander';
import { createCommand, names, repeated, type CommonOptions } from '../commands/create-command.js';
import { UsageProblem } from '../output/failures.js';
import { printJson, printTable, printText, type Format } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { openDatamart } from '../session/open-session.js';
import { parseCondition } from './parse-condition.js';

interface ReportOptions extends CommonOptions {
  metrics: string[];
  dimensions?: string[];
  from: string;
  to: string;
  where?: string[];
  any?: boolean;
  order?: string;
  timeZone?: string;
}

const { metrics, dimensions } = reportNames.activities;

export const reportCommand = (): Command =>
  createCommand('report', {
    summary: 'Report on the activities of a datamart',
    details: `Metrics: ${metrics.join(', ')}. Dimensions: ${dimensions.join(', ')}.`,
    examples: [
      'tributary report -m users,sessions -d channel_id --from now-7d/d',
      "tributary report -m revenue -d date_yyyy_mm_dd --where 'type in SITE_VISIT,APP_VISIT' -o csv > revenue.csv",
      'tributary report -m sessions -d origin_source --order -sessions',
    ],
    of: 'datamart',
  })
    .requiredOption('-m, --metrics <names>', 'what to measure', names)
    .option('-d, --dimensions <names>', 'by what', names)
    .option('--from <date>', 'the first day or instant, as 2026-11-01 or now-7d/d', 'now-7d/d')
    .option('--to <date>', 'the last one', 'now')
    .option(
      '--where <condition>',
      'type=X, type!=X, "type in X,Y", "type not in X,Y", type~part (repeatable)',
      repeated,
    )
    .option('--any', 'one of the conditions is enough')
    .option('--time-zone <name>', 'as Europe/Paris: of the dates and days; that of the datamart')
    .option('--order <column>', 'a metric or dimension; -users: descending')
    .action(report);

async function report(options: ReportOptions): Promise<void> {
  const query = queryOf(options);
  const { timeZone } = options;
  const [problem] = problemsOf(query, { now: Date.now(), ...(timeZone !== undefined && { timeZone }) });
  if (problem) throw new UsageProblem(`${problem.field}: ${problem.message}`);
  const { datamart_id } = await openDatamart(options);
  const body = { ...requestOf(query), ...(timeZone !== undefined && { time_zone: timeZone }) };
  const {
    view,
    shown,
    timeZone: zone,
  } = await readWholeReport(body, async (part) => {
    const { data, response } = await reportUserActivities({ path: { datamart_id }, body: part as ReportRequest });
    return readAnswer(data.data.report_view, response);
  });
  printView(options.output, view, zone);
  if (shown !== 'all') say(`There are more rows than these, the ${shown} ones. Conditions make the report smaller.`);
}

const queryOf = ({ metrics, dimensions = [], from, to, where = [], any, order = '' }: ReportOptions): Query => ({
  metrics,
  dimensions,
  filters: where.map(parseCondition),
  operator: any ? 'OR' : 'AND',
  start: from,
  end: to,
  order,
});

/** In JSON a row is an object by the names of its columns. */
function printView(format: Format, view: ReportView, timeZone: string): void {
  const { columns_headers, rows } = view;
  if (format === 'csv') printText(rowsToCsv(view, { timeZone }));
  else if (format === 'table') printTable({ headers: columns_headers, rows });
  else printJson(rows.map((row) => Object.fromEntries(columns_headers.map((name, index) => [name, row[index]]))));
}
