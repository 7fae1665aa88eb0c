import { reportUserActivities } from '@tributary/client/generated/sdk.gen';
import type { ReportRequest as ReportBody } from '@tributary/client/generated/types.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { readWholeReport } from '@tributary/dashboards/reports/read-whole-report';
import type { ReportRequest, ReportView } from '@tributary/dashboards/reports/report';
import { readAnswer } from '@tributary/dashboards/reports/report-answer';
import { problemsOf, requestOf, type Query } from '@tributary/dashboards/queries/query';
import { listNames } from '@tributary/dashboards/queries/list-names';
import { rowsToCsv } from '@tributary/dashboards/queries/rows-to-csv';
import type { Command } from 'commander';
import { createCommand, names, repeated, type CommonOptions } from '../commands/create-command.js';
import { suggest } from '../commands/suggest.js';
import { Failure, UsageProblem } from '../output/failures.js';
import { print, printJson, printTable, printText, type Format } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { describeRequestFailure } from '../requests/describe-failure.js';
import { openDatamart } from '../session/open-session.js';
import { explain } from './explain.js';
import { parseCondition } from './parse-condition.js';
import { findSavedReport, printSavedReports } from './saved-reports.js';

interface ReportOptions extends CommonOptions {
  list?: boolean;
  metrics?: string[];
  dimensions?: string[];
  from: string;
  to: string;
  where?: string[];
  any?: boolean;
  order?: string;
  timeZone?: string;
  explain?: boolean;
  saved?: string | true;
}

export const reportCommand = (): Command =>
  createCommand('report', {
    summary: 'Report on the activities of a datamart',
    details: 'Its metrics and dimensions are listed by --list, the reports that you have saved by --saved.',
    examples: [
      'tributary report --list',
      'tributary report -m users,sessions -d channel_id --from now-7d/d',
      "tributary report -m revenue -d date_yyyy_mm_dd --where 'type in SITE_VISIT,APP_VISIT' -o csv > revenue.csv",
      'tributary report -m sessions -d origin_source --order -sessions',
      'tributary report -m users --explain',
      "tributary report --saved 'Users by channel'",
    ],
    of: 'datamart',
  })
    .option('--list', 'list the metrics and dimensions, and report nothing')
    .option('-m, --metrics <names>', 'what to measure', names)
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
    .option('--saved [name]', 'the report that you have saved by this name; without a name: list yours')
    .option('--explain', 'say what the numbers leave out: refused, dropped, with a suspicious time, merged since')
    .action(report);

async function report({ metrics = [], ...options }: ReportOptions): Promise<void> {
  if (options.list) return printNames(options.output);
  if (options.saved !== undefined) return reportSaved(options.saved, { ...options, metrics });
  if (metrics.length === 0) throw new UsageProblem('-m is missing: the metrics. `tributary report --list` lists them');
  const query = queryOf({ ...options, metrics });
  const { timeZone } = options;
  const [problem] = problemsOf(query, { now: Date.now(), ...(timeZone !== undefined && { timeZone }) });
  if (problem) throw new UsageProblem(`${problem.field}: ${problem.message}`);
  const { datamart_id } = await openDatamart(options);
  await printReport(datamart_id, { body: requestOf(query), names: [...query.metrics, ...query.dimensions] }, options);
}

/** A saved report is read as it is, but for the time zone. */
async function reportSaved(name: string | true, options: ReportOptions & { metrics: string[] }): Promise<void> {
  const { metrics, dimensions = [], where = [], order } = options;
  if (metrics.length + dimensions.length + where.length > 0 || order !== undefined)
    throw new UsageProblem('--saved has metrics, dimensions, conditions and an order of its own');
  const { datamart_id } = await openDatamart(options);
  if (name === true) return printSavedReports(datamart_id, options);
  const body = await findSavedReport(datamart_id, name);
  await printReport(datamart_id, { body, names: namesOf(body) }, options);
}

const namesOf = ({ metrics, dimensions }: ReportRequest): string[] => [
  ...metrics.map(({ expression }) => expression),
  ...dimensions.map(({ name }) => name),
];

interface Asked {
  body: ReportRequest;
  /** The names of its metrics and dimensions. */
  names: readonly string[];
}

async function printReport(
  datamart_id: string,
  { body: asked, names: askedNames }: Asked,
  { timeZone, output, explain: isExplained }: Pick<ReportOptions, 'timeZone' | 'output' | 'explain'>,
): Promise<void> {
  const body = { ...asked, ...(timeZone !== undefined && { time_zone: timeZone }) };
  const {
    view,
    shown,
    period,
    timeZone: zone,
  } = await readWholeReport(body, async (part) => {
    const { data, response } = await reportUserActivities({ path: { datamart_id }, body: part as ReportBody }).catch(
      (failure: unknown) => {
        throw withSuggestion(failure, askedNames);
      },
    );
    return readAnswer(data.data.report_view, response);
  });
  printView(output, view, zone);
  if (shown !== 'all') say(`There are more rows than these, the ${shown} ones. Conditions make the report smaller.`);
  if (isExplained && period) await explain(datamart_id, { period, timeZone: zone });
}

/** A newer platform knows more names than this command, so a name is looked at only after the platform has refused it. */
function withSuggestion(failure: unknown, names: readonly string[]): unknown {
  if (!(failure instanceof RequestFailure) || failure.status !== 400) return failure;
  const known = listNames('activities').map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return failure;
  const hint = `${suggest(unknown, known)} \`tributary report --list\` lists the names.`.trimStart();
  return new Failure(describeRequestFailure(failure, '').message, hint);
}

/** The sentences are those of the console. */
function printNames(format: Format): void {
  const all = listNames('activities');
  print(format, all, () => ({
    headers: ['kind', 'name', 'sentence'],
    rows: all.map(({ kind, name, sentence }) => [kind, name, sentence]),
  }));
}

const queryOf = ({
  metrics,
  dimensions = [],
  from,
  to,
  where = [],
  any,
  order = '',
}: ReportOptions & { metrics: string[] }): Query => ({
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
