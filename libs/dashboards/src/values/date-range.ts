import type { DateRange } from '../reports/report.js';

/** First and last millisecond of a report, both inclusive; epoch ms. */
export interface Period {
  from: number;
  to: number;
}

/** The instants that a date range stands for, as the server computes them. A problem names the field. */
export function resolveDateRange(
  _range: DateRange,
  _now: number,
): { kind: 'period'; period: Period } | { kind: 'problem'; field: 'start_date' | 'end_date'; message: string } {
  throw new Error('follows');
}
