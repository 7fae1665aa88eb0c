import type { DateRange } from '@tributary/contracts/rules/date-range';
import { resolveDateRange } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { rangeBefore } from '@tributary/dashboards/queries/range-before';
import { useReportZone } from '../time/instant.js';
import { rangeOf, type PeriodSearch } from './period-search.js';

interface ChosenPeriod {
  /** Undefined if none is chosen, and if it cannot be read. */
  dateRange: DateRange | undefined;
  /** The period before, if it is compared and reports reach back to it. */
  before: DateRange | undefined;
}

/** The period of a page's address, and the one before it. */
export function usePeriod(search: PeriodSearch): ChosenPeriod {
  const timeZone = useReportZone();
  const range = rangeOf(search);
  const clock = { now: Date.now(), timeZone };
  const isValid = range && resolveDateRange(range, clock.now, new ReportZone(timeZone)).kind === 'period';
  if (!isValid) return { dateRange: undefined, before: undefined };
  return { dateRange: range, before: search.compare ? rangeBefore(range, clock) : undefined };
}
