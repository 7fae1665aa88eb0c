import { add, roundDown } from '@tributary/contracts/rules/date-math';
import type { Period } from '@tributary/contracts/rules/date-range';
import type { ReportZone } from '@tributary/contracts/rules/report-zone';
import { dayMs, hourMs, minuteMs } from '@tributary/contracts/rules/time-units';
import { formatDate } from './date-format.js';

interface DateDimension {
  /** How long a key lasts. */
  unit: 'd' | 'h' | 'm';
  /** How a key is written, by moment's tokens. */
  format: string;
}

/** The dimensions whose keys are dates or times in the zone of the report. `date_time` is an instant. */
const dateDimensions: Record<string, DateDimension> = {
  date_yyyymmdd: { unit: 'd', format: 'YYYYMMDD' },
  date_yyyy_mm_dd: { unit: 'd', format: 'YYYY-MM-DD' },
  date_yyyymmddhh: { unit: 'h', format: 'YYYYMMDDHH' },
  date_yyyy_mm_dd_hh: { unit: 'h', format: 'YYYY-MM-DD[T]HH' },
  date_yyyy_mm_dd_hh_mm: { unit: 'm', format: 'YYYY-MM-DD[T]HH:mm' },
};

export const unitsMs = { d: dayMs, h: hourMs, m: minuteMs };

export const dateDimensionOf = (name: string | undefined): DateDimension | undefined =>
  name !== undefined && Object.hasOwn(dateDimensions, name) ? dateDimensions[name] : undefined;

/**
 * Every key of a dimension within a period, in its order; an hour that a change of clocks repeats is one. Undefined if there
 * would be more than `most`.
 */
export function keysWithin(
  { unit, format }: DateDimension,
  period: Period,
  { zone, most }: { zone: ReportZone; most: number },
): string[] | undefined {
  if ((period.to - period.from) / unitsMs[unit] > most) return undefined;
  const keys = new Set<string>();
  for (let ts = roundDown(period.from, unit, zone); ts <= period.to; ts = add(ts, 1, unit, zone))
    keys.add(formatDate(zone.toLocal(ts), format));
  return [...keys];
}

/**
 * A start of a key near the middle of a period, so that no key is on both sides; undefined if there is none. Days of a change
 * of clocks, which may repeat an hour, are not divided.
 */
export function divide({ unit }: DateDimension, period: Period, zone: ReportZone): number | undefined {
  const step = zone.offsetsIn(period).length > 1 ? 'd' : unit;
  const start = roundDown(period.from + Math.ceil((period.to - period.from) / 2), step, zone);
  const boundary = start > period.from ? start : add(start, 1, step, zone);
  return boundary <= period.to ? boundary : undefined;
}
