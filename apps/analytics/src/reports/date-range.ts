import { badData } from '@tributary/contracts/errors';
import type { DateRange } from '@tributary/contracts/analytics/report';
import { add, parseDate, roundDown, type ParsedDate } from './date-math.js';

/** First and last millisecond of a report, both inclusive. */
export interface Period {
  from: number;
  to: number;
}

/** How far back reports may start. */
const historyMonths = 4;

/**
 * The period of a report. Throws BAD_REQUEST_DATA for an invalid date, a start too long ago, or a start after the end.
 */
export function resolvePeriod({ start_date, end_date }: DateRange, now: number): Period {
  const start = readDate('start_date', start_date, now);
  const end = readDate('end_date', end_date, now);
  const oldest = roundDown(add(now, -historyMonths, 'M'), 'd');
  if (start.ts < oldest) {
    throw badData(
      `date_ranges[0].start_date: reports reach back ${historyMonths} months, to ${new Date(oldest).toISOString()}`,
    );
  }
  const to = lastInstant(end);
  if (start.ts > to) throw badData('date_ranges[0]: start_date is after end_date');
  return { from: start.ts, to };
}

/** An end that is written in a unit includes the whole unit: `2026-01-31` the day, `…T14:05` the minute. */
const lastInstant = ({ ts, unit }: ParsedDate) => (unit ? add(ts, 1, unit) - 1 : ts);

function readDate(field: keyof DateRange, expression: string, now: number): ParsedDate {
  const parsed = parseDate(expression, now);
  if (!parsed) {
    const shown = JSON.stringify(expression.slice(0, 100));
    throw badData(`date_ranges[0].${field}: ${shown} is no ISO 8601 date or date-math expression within 1970..9999`);
  }
  return parsed;
}
