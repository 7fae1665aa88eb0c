import type { ReportZone } from './report-zone.js';

export type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm' | 's';

/** A point in time. */
export interface ParsedDate {
  /** Epoch milliseconds. */
  ts: number;
  /**
   * The last millisecond, as the end of a range: of the unit in which a plain date or date-time is written, or of the
   * second after date math that adds or subtracts last. Otherwise the instant itself.
   */
  last: number;
}

const fixedMs = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };
/** 9999-12-31T23:59:59.999Z, the last date that a report accepts. DuckDB's dates end somewhere beyond. */
export const maxTs = 253_402_300_799_999;

const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const operation = /([+-])(\d{1,6})([yMwdhHms])|\/([yMwdhHms])/g;
const operations = new RegExp(`^(?:${operation.source})*$`);

/**
 * Parses an ISO 8601 date or date-time, or a date-math expression. An expression starts with `now`, or with a date and
 * `||`. Any number of `+N<unit>`, `-N<unit>` and `/<unit>` follow; they apply from left to right, in the zone. Returns
 * undefined for anything else and for results outside 1970..9999.
 */
export function parseDate(expression: string, now: number, zone: ReportZone): ParsedDate | undefined {
  const parsed = readExpression(expression, now, zone);
  return parsed && parsed.ts >= 0 && parsed.ts <= maxTs ? parsed : undefined;
}

function readExpression(expression: string, now: number, zone: ReportZone): ParsedDate | undefined {
  const end = expression.indexOf('||');
  if (end >= 0) return compute(readIsoDate(expression.slice(0, end), zone)?.ts, expression.slice(end + 2), zone);
  if (expression.startsWith('now')) return compute(now, expression.slice('now'.length), zone);
  return readIsoDate(expression, zone);
}

function compute(anchor: number | undefined, text: string, zone: ReportZone): ParsedDate | undefined {
  if (anchor === undefined || !operations.test(text)) return undefined;
  let [ts, isInstant] = [anchor, true];
  for (const [, sign, count, step, rounding] of text.matchAll(operation)) {
    ts = rounding ? roundDown(ts, unitOf(rounding), zone) : add(ts, Number(`${sign}${count}`), unitOf(step), zone);
    isInstant = rounding !== undefined;
  }
  return { ts, last: isInstant ? ts : roundDown(ts, 's', zone) + fixedMs.s - 1 };
}

const unitOf = (symbol: string | undefined) => (symbol === 'H' ? 'h' : symbol) as Unit;

function readIsoDate(text: string, zone: ReportZone): ParsedDate | undefined {
  const [, year, month, day, hour, minute, second, fraction, offset] = isoDate.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // Date.UTC normalizes a date that does not exist, which then differs from the text.
  if (!new Date(date).toISOString().startsWith(text.slice(0, 10))) return undefined;
  const [h, m, s] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)];
  const toInstant = instantOf(offset, zone);
  if (h > 23 || m > 59 || s > 59 || toInstant === undefined) return undefined;
  // Digits beyond milliseconds are dropped.
  const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const local = date + h * fixedMs.h + m * fixedMs.m + s * fixedMs.s + ms;
  const ts = toInstant(local);
  const unit = writtenUnit(hour, minute, second, fraction);
  // Never before the instant, which a change of clocks may have moved forward.
  return { ts, last: unit === undefined ? ts : Math.max(ts, toInstant(local + fixedMs[unit]) - 1) };
}

/** The instant of a local time, by the offset that is written, otherwise in the zone. */
function instantOf(offset: string | undefined, zone: ReportZone): ((local: number) => number) | undefined {
  if (offset === undefined) return (local) => zone.toInstant(local);
  const away = offsetMs(offset);
  return away === undefined ? undefined : (local) => local - away;
}

function offsetMs(offset: string): number | undefined {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)];
  const sign = offset.startsWith('-') ? -1 : 1;
  return hours > 23 || minutes > 59 ? undefined : sign * (hours * fixedMs.h + minutes * fixedMs.m);
}

function writtenUnit(
  hour?: string,
  minute?: string,
  second?: string,
  fraction?: string,
): keyof typeof fixedMs | undefined {
  if (fraction !== undefined) return undefined;
  if (second !== undefined) return 's';
  if (minute !== undefined) return 'm';
  return hour === undefined ? 'd' : 'h';
}

/**
 * Days and longer units keep the local time of day; hours and shorter ones are elapsed time. Adding months and years keeps
 * the day of the month, or takes the last day: January 31 plus one month is the end of February.
 */
export function add(ts: number, count: number, unit: Unit, zone: ReportZone): number {
  if (unit === 'h' || unit === 'm' || unit === 's') return ts + count * fixedMs[unit];
  const local = zone.toLocal(ts);
  return zone.toInstant(unit === 'd' || unit === 'w' ? local + count * fixedMs[unit] : addMonths(local, unit, count));
}

function addMonths(local: number, unit: 'M' | 'y', count: number): number {
  const from = new Date(local);
  const month = from.getUTCMonth() + (unit === 'y' ? 12 * count : count);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)) + (local - startOf(local, 'd'));
}

/** The start of the unit that contains the timestamp. Hours and shorter units stay within the offset that is in force. */
export function roundDown(ts: number, unit: Unit, zone: ReportZone): number {
  const local = zone.toLocal(ts);
  const start = startOf(local, unit);
  return unit === 'h' || unit === 'm' || unit === 's' ? ts - (local - start) : zone.toInstant(start);
}

/** Weeks start on Monday. */
function startOf(local: number, unit: Unit): number {
  const date = new Date(local);
  if (unit === 'y') return Date.UTC(date.getUTCFullYear(), 0);
  if (unit === 'M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  if (unit === 'w') return startOf(local, 'd') - ((date.getUTCDay() + 6) % 7) * fixedMs.d;
  return Math.floor(local / fixedMs[unit]) * fixedMs[unit];
}
