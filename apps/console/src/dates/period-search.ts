import type { DateRange } from '@tributary/contracts/rules/date-range';

/** A period in the address of a page. Absent: the page's own. */
export interface PeriodSearch {
  /** ISO 8601 dates or date math. */
  from?: string;
  to?: string;
  /** With the period before beside it. */
  compare?: true;
}

const maxText = 100;

/** Both dates, or none. What is malformed is shown as a problem of the field. */
export function readPeriodSearch(search: Record<string, unknown>): PeriodSearch {
  const { from, to } = { from: readText(search['from']), to: readText(search['to']) };
  return {
    ...(from !== undefined && to !== undefined && { from, to }),
    ...(search['compare'] === true && { compare: true }),
  };
}

export const rangeOf = ({ from, to }: PeriodSearch): DateRange | undefined =>
  from === undefined || to === undefined ? undefined : { start_date: from, end_date: to };

/** The router reads digits as a number: `2026` is a year. */
function readText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, maxText).toWellFormed() : undefined;
}
