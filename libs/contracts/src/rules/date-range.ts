import { add, parseDate, roundDown } from './date-math.js';
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

/** A problem names the field to mark. */
export type ResolvedRange =
  | { kind: 'period'; period: Period }
  | { kind: 'problem'; field: keyof DateRange; message: string };

/** How far back reports may start. */
const historyMonths = 4;

/** The instants that a date range stands for in a time zone, or what is wrong with it. */
export function resolveDateRange({ start_date, end_date }: DateRange, now: number, zone: ReportZone): ResolvedRange {
  const start = parseDate(start_date, now, zone);
  if (!start) return problem('start_date', describe(start_date));
  const end = parseDate(end_date, now, zone);
  if (!end) return problem('end_date', describe(end_date));
  const oldest = roundDown(add(now, -historyMonths, 'M', zone), 'd', zone);
  if (start.ts < oldest) {
    const limit = new Date(oldest).toISOString();
    return problem('start_date', `reports reach back ${historyMonths} months, to ${limit}`);
  }
  if (start.ts > end.last) return problem('end_date', 'start_date is after end_date');
  return { kind: 'period', period: { from: start.ts, to: end.last } };
}

const problem = (field: keyof DateRange, message: string) => ({ kind: 'problem', field, message }) as const;

const describe = (expression: string) =>
  `${JSON.stringify(expression.slice(0, 100))} is no ISO 8601 date or date-math expression within 1970..9999`;
