import type { DateRange } from '../reports/report.js';
import { add, parseDate, roundDown, type ParsedDate } from './date-math.js';

/** First and last millisecond of a report, both inclusive; epoch ms. */
export interface Period {
  from: number;
  to: number;
}

export type ResolvedRange =
  | { kind: 'period'; period: Period }
  | { kind: 'problem'; field: 'start_date' | 'end_date'; message: string };

/** How far back reports may start. */
const historyMonths = 4;

/** The instants that a date range stands for, as the server computes them; a problem names the field to mark. */
export function resolveDateRange({ start_date, end_date }: DateRange, now: number): ResolvedRange {
  const start = parseDate(start_date, now);
  if (!start) return problem('start_date', describe(start_date));
  const end = parseDate(end_date, now);
  if (!end) return problem('end_date', describe(end_date));
  const oldest = roundDown(add(now, -historyMonths, 'M'), 'd');
  if (start.ts < oldest) {
    const limit = new Date(oldest).toISOString();
    return problem('start_date', `reports reach back ${historyMonths} months, to ${limit}`);
  }
  const to = lastInstant(end);
  if (start.ts > to) return problem('end_date', 'start_date is after end_date');
  return { kind: 'period', period: { from: start.ts, to } };
}

const problem = (field: 'start_date' | 'end_date', message: string) => ({ kind: 'problem', field, message }) as const;

const describe = (expression: string) =>
  `${JSON.stringify(expression.slice(0, 100))} is no ISO 8601 date or date-math expression within 1970..9999`;

/** An end that is written in a unit includes the whole unit: `2026-01-31` the day, `…T14:05` the minute. */
const lastInstant = ({ ts, unit }: ParsedDate) => (unit ? add(ts, 1, unit) - 1 : ts);
