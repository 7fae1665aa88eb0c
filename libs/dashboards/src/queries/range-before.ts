import { resolveDateRange, type DateRange, type Period } from '@tributary/contracts/rules/date-range';
import { ReportZone } from '@tributary/contracts/rules/report-zone';
import { dayMs } from '@tributary/contracts/rules/time-units';
import { printPeriod } from '../reports/read-whole-report.js';
import { add } from '@tributary/contracts/rules/date-math';
import type { Clock } from './query.js';

/**
 * The period of the same length before a range, to compare with. It is a whole number of days earlier, or of months for a range
 * that starts with one: days that are not over compare with days up to the same time of day, also where clocks change. A range
 * that moves with the time stays one. Undefined for a range that the server refuses, and for one so old that there is none.
 */
export function rangeBefore(range: DateRange, { now, timeZone }: Clock): DateRange | undefined {
  const zone = new ReportZone(timeZone);
  const resolved = resolveDateRange(range, now, zone);
  if (resolved.kind === 'problem') return undefined;
  const shift = shiftOf(resolved.period, range, zone);
  const before = isMoving(range) ? moveBack(range, shift) : printPeriod(shiftPeriod(resolved.period, shift, zone));
  return resolveDateRange(before, now, zone).kind === 'period' ? before : undefined;
}

interface Shift {
  count: number;
  unit: 'd' | 'M';
}

function shiftOf({ from, to }: Period, { start_date }: DateRange, zone: ReportZone): Shift {
  const [start, end] = [zone.toLocal(from), zone.toLocal(to)];
  if (start_date.endsWith('/M')) return { count: monthOf(end) - monthOf(start) + 1, unit: 'M' };
  return { count: Math.max(1, Math.ceil((end - start) / dayMs)), unit: 'd' };
}

function monthOf(local: number): number {
  const date = new Date(local);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

const isMoving = ({ start_date, end_date }: DateRange): boolean =>
  start_date.startsWith('now') && end_date.startsWith('now');

/** Before any rounding: the end of last month is that of a month with other days. */
function moveBack({ start_date, end_date }: DateRange, { count, unit }: Shift): DateRange {
  const move = (text: string) => text.replace(/^now/, `now-${count}${unit}`);
  return { start_date: move(start_date), end_date: move(end_date) };
}

const shiftPeriod = ({ from, to }: Period, { count, unit }: Shift, zone: ReportZone): Period => ({
  from: add(from, -count, unit, zone),
  to: add(to + 1, -count, unit, zone) - 1,
});
