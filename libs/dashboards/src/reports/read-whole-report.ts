import { resolveDateRange, type Period } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { dateDimensionOf, divide } from '../values/date-dimensions.js';
import type { ReportAnswer } from './report-answer.js';
import { reportPageSize, type ReportRequest, type ReportView } from './report.js';
import { sortRows } from './sort-rows.js';

/** Which of its rows a report has, if it does not have all: the newest, the largest, or the first in its order. */
export type Rows = 'all' | 'newest' | 'largest' | 'first';

export interface WholeReport extends Omit<ReportAnswer, 'now'> {
  shown: Rows;
  /** Undefined if the range is none that the server accepts. */
  period: Period | undefined;
}

type Ask = (request: ReportRequest) => Promise<ReportAnswer>;

/** A period is halved this often: a report has up to 3,200 rows, of at most 63 requests. */
const mostHalvings = 5;

/**
 * Reads all rows of a report, of which an answer has 100. Reports by date are asked in parts: as every part has whole keys,
 * their rows together are those of the report. Of more rows than that the newest 100 are read, and without a date the largest.
 */
export async function readWholeReport(request: ReportRequest, askOnce: Ask): Promise<WholeReport> {
  const watermarks: number[] = [];
  const ask: Ask = async (part) => {
    const answer = await askOnce(part);
    if (answer.watermark !== undefined) watermarks.push(answer.watermark);
    return answer;
  };
  const { view, now, timeZone } = await ask(request);
  const zone = new ReportZone(timeZone);
  // All of several answers have counted what the oldest one has.
  const common = () => ({ timeZone, watermark: watermarks.length === 0 ? undefined : Math.min(...watermarks) });
  const [range] = request.date_ranges;
  const resolved = range && resolveDateRange(range, now, zone);
  const period = resolved?.kind === 'period' ? resolved.period : undefined;
  if (view.rows.length < reportPageSize) return { view, shown: 'all', period, ...common() };
  const [dates] = request.dimensions.flatMap(({ name }) => dateDimensionOf(name) ?? []).toSorted(finestFirst);
  const readPart = async (part: Period, halvings: number): Promise<ReportView['rows'] | undefined> => {
    const boundary = dates && divide(dates, part, zone);
    if (boundary === undefined || halvings === mostHalvings) return undefined;
    const rows: ReportView['rows'] = [];
    // The newest first: a report of far too many rows is known after a few requests.
    for (const half of [
      { from: boundary, to: part.to },
      { from: part.from, to: boundary - 1 },
    ]) {
      const answer = await ask({ ...request, date_ranges: [printPeriod(half)] });
      const isWhole = answer.view.rows.length < reportPageSize;
      const read = isWhole ? answer.view.rows : await readPart(half, halvings + 1);
      if (!read) return undefined;
      rows.push(...read);
    }
    return rows;
  };
  const rows = period && (await readPart(period, 0));
  const read = rows
    ? { view: { ...view, total_items: rows.length, rows: sortRows(rows, request) }, shown: 'all' as const }
    : await readSome(request, view, ask);
  return { ...read, period, ...common() };
}

const finestFirst = (a: { unit: string }, b: { unit: string }) => 'mhd'.indexOf(a.unit) - 'mhd'.indexOf(b.unit);

/** With a fraction of a second an end is the instant itself. */
export const printPeriod = ({ from, to }: Period) => ({
  start_date: new Date(from).toISOString(),
  end_date: new Date(to).toISOString(),
});

/** The 100 rows to see of a report that has more, unless its author has ordered them otherwise than by date. */
async function readSome(
  request: ReportRequest,
  first: ReportView,
  ask: Ask,
): Promise<Pick<WholeReport, 'view' | 'shown'>> {
  const { dimensions, metrics, order_by } = request;
  const date = dimensions.find(({ name }) => name.startsWith('date_'))?.name;
  const isByDate = date !== undefined && (order_by?.field_name ?? date).replace(/^-/, '') === date;
  const field = isByDate ? date : metrics[0]?.expression;
  if (field === undefined || (order_by !== undefined && !isByDate)) return { view: first, shown: 'first' };
  const { view } = await ask({ ...request, order_by: { field_name: `-${field}` } });
  if (!isByDate) return { view, shown: 'largest' };
  const rows = sortRows(
    withoutPart(
      view.rows,
      dimensions.findIndex(({ name }) => name === date),
    ),
    request,
  );
  return { view: { ...view, total_items: rows.length, rows }, shown: 'newest' };
}

/** Some rows of the oldest date may be missing: a sum of the others would be wrong. */
function withoutPart(rows: ReportView['rows'], column: number): ReportView['rows'] {
  const oldest = rows.at(-1)?.[column];
  const whole = rows.filter((row) => row[column] !== oldest);
  return whole.length > 0 ? whole : rows;
}
