import { add, parseDate, roundDown, type ParsedDate } from './date-math.js';
import type { ReportZone } from './report-zone.js';

/** ISO 8601 dates or date-math expressions. */
export interface DateRange {
  start_date: string;
  end_date: string;
}

/** First and last millisecond of a report, both inclusive; epoch ms. */
export interface Period {
  from: number;
  to: number;
}

/** It names the field to mark. */
export interface RangeProblem {
  kind: 'problem';
  field: keyof DateRange;
  message: string;
}

export type ResolvedRange = { kind: 'period'; period: Period } | RangeProblem;

/** How far back reports may start. */
const historyMonths = 4;

/** The instants that a date range stands for in a time zone, or what is wrong with it. */
export function resolveDateRange({ start_date, end_date }: DateRange, now: number, zone: ReportZone): ResolvedRange {
  const dates = parseDates({ start_date, end_date }, now, zone);
  if (dates.kind === 'problem') return dates;
  const { start, end } = dates;
  const oldest = roundDown(add(now, -historyMonths, 'M', zone), 'd', zone);
  if (start.ts < oldest) {
    const limit = new Date(oldest).toISOString();
    return problem('start_date', `reports reach back ${historyMonths} months, to ${limit}`);
  }
  if (start.ts > end.last) return problem('end_date', 'start_date is after end_date');
  return { kind: 'period', period: { from: start.ts, to: end.last } };
}

/** Both dates of a range, in any order and of any age; or the one that is none. */
export function parseDates(
  { start_date, end_date }: DateRange,
  now: number,
  zone: ReportZone,
): { kind: 'dates'; start: ParsedDate; end: ParsedDate } | RangeProblem {
  const start = parseDate(start_date, now, zone);
  if (!start) return problem('start_date', describe(start_date));
  const end = parseDate(end_date, now, zone);
  if (!end) return problem('end_date', describe(end_date));
  return { kind: 'dates', start, end };
}

const problem = (field: keyof DateRange, message: string): RangeProblem => ({ kind: 'problem', field, message });

const describe = (expression: string) =>
  `${JSON.stringify(expression.slice(0, 100))} is no ISO 8601 date or date-math expression within 1970..9999`;
