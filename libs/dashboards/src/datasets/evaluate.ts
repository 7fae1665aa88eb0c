import { defaultTimeZone } from '@tributary/contracts/rules/report-zone';
import type {
  DataFileDataset,
  Dataset,
  NotComputableDataset,
  ReportDataset,
  Transformation,
} from '../content/dataset.js';
import { failure, isFailure, type Failure } from '../results/failure.js';
import type { Result } from '../results/result.js';
import { checkArity, transform } from '../transformations/transform.js';
import type { PageContext } from './page-context.js';
import { readDataFile } from './read-data-file.js';
import { fillDates } from '../reports/fill-dates.js';
import type { Rows } from '../reports/read-whole-report.js';
import { readReport } from './read-report.js';
import { adaptToSegment, dataFileSourceOf, reportSourceOf, sourcesOf, type SourceResults } from './source.js';

interface EvaluateOptions {
  /** The option of the chart: the property of a data file's points that holds their key. */
  xKey?: string | undefined;
  /** How many metrics of a report become series; a transformation uses the first. Default 1. */
  mostMetrics?: number | undefined;
}

/** Computes a dataset from the answers to its sources. Never throws. */
export function evaluate(
  dataset: Dataset,
  context: PageContext,
  results: SourceResults,
  { xKey, mostMetrics }: EvaluateOptions = {},
): Result | Failure {
  switch (dataset.kind) {
    case 'report':
      return evaluateReport(dataset, context, results, mostMetrics);
    case 'data_file':
      return evaluateDataFile(dataset, context, results, xKey);
    case 'transformation':
      return withTitle(dataset, evaluateTransformation(dataset, context, results, xKey));
    case 'not-computable':
      return notComputable(dataset);
    case 'invalid':
      return failure('invalid', dataset.path, `cannot be drawn: ${dataset.reason}`);
  }
}

const notComputable = ({ path, type }: NotComputableDataset) =>
  failure('not-computable', path, `can't be computed here: ${type.slice(0, 100)}`);

function evaluateReport(
  dataset: ReportDataset,
  context: PageContext,
  results: SourceResults,
  mostMetrics = 1,
): Result | Failure {
  const { key, request } = reportSourceOf(dataset, context);
  const answer = answerOf(key, results, dataset);
  if (answer.kind === 'failure') return answer;
  if (answer.kind !== 'report') return mismatch(dataset);
  const { view, period, timeZone = defaultTimeZone, shown = 'all' } = answer;
  const result = readReport(view, request, { title: dataset.title, mostMetrics });
  return period ? fillDates(result, request, { period, timeZone, isTruncated: shown !== 'all' }) : result;
}

function evaluateDataFile(
  dataset: DataFileDataset,
  context: PageContext,
  results: SourceResults,
  xKey?: string,
): Result | Failure {
  const answer = answerOf(dataFileSourceOf(dataset, context).key, results, dataset);
  if (answer.kind === 'failure') return answer;
  if (answer.kind !== 'data_file') return mismatch(dataset);
  const read = readDataFile(answer.json, adaptToSegment(dataset.jsonPath, context), { title: dataset.title, xKey });
  return typeof read === 'string' ? failure('source', dataset.path, `data_file: ${read}`) : read;
}

function answerOf(key: string, results: SourceResults, { path, kind }: ReportDataset | DataFileDataset) {
  const answer = results.get(key);
  if (!answer) return failure('pending', path, `${kind}: not loaded yet`);
  if (answer.kind !== 'failed') return answer;
  const failed = failure('source', path, answer.message);
  return answer.errorId === undefined ? failed : { ...failed, errorId: answer.errorId };
}

const mismatch = ({ path, kind }: Dataset) => failure('source', path, `${kind}: the answer is of another source`);

function evaluateTransformation(
  dataset: Transformation,
  context: PageContext,
  results: SourceResults,
  xKey?: string,
): Result | Failure {
  const arity = checkArity(dataset);
  if (arity) return arity;
  const sources: Result[] = [];
  const failures: Failure[] = [];
  for (const source of dataset.sources) {
    const result = evaluate(source, context, results, { xKey });
    if (isFailure(result)) failures.push(result);
    else sources.push(result);
  }
  // A lasting reason is said before a passing one: a pending source does not hide one that cannot be computed.
  const failed = failures.find(({ reason }) => reason !== 'pending') ?? failures[0];
  return failed ?? transform(dataset, sources, context.nameOf);
}

/** `series_title` of a transformation names its number, or its only series. */
function withTitle({ title }: Transformation, result: Result | Failure): Result | Failure {
  if (title === undefined || isFailure(result)) return result;
  if (result.kind === 'number') return { ...result, title };
  return result.titles.length === 1 ? { ...result, titles: [title] } : result;
}

/** The rows of the first report of the dataset that lacks some. */
export const rowsShown = (dataset: Dataset, context: PageContext, results: SourceResults): Rows =>
  sourcesOf(dataset, context)
    .map(({ key }) => results.get(key))
    .map((answer) => (answer?.kind === 'report' ? (answer.shown ?? 'all') : 'all'))
    .find((shown) => shown !== 'all') ?? 'all';
