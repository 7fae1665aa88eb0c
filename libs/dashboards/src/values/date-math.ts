/* The rules of the server's reports (docs/api-guide.md): a fault here shows a range that a report did not cover. */
export type Unit = 'y' | 'M' | 'w' | 'd' | 'h' | 'm' | 's';

/** A point in time. */
export interface ParsedDate {
  /** Epoch milliseconds. */
  ts: number;
  /** The unit of a plain date or date-time. The result of date math is an instant. */
  unit?: Unit;
}

const fixedMs = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };
/** 9999-12-31T23:59:59.999Z, the last date that a report accepts. */
export const maxTs = 253_402_300_799_999;

const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2})(?::(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const operation = /([+-])(\d{1,6})([yMwdhHms])|\/([yMwdhHms])/g;
const operations = new RegExp(`^(?:${operation.source})*$`);

/**
 * Parses an ISO 8601 date or date-time, or a date-math expression: `now`, or a date and `||`, followed by any number of
 * `+N<unit>`, `-N<unit>` and `/<unit>`, applied from left to right, in UTC. Returns undefined for anything else and for
 * results outside 1970..9999.
 */
export function parseDate(expression: string, now: number): ParsedDate | undefined {
  const parsed = readExpression(expression, now);
  return parsed && parsed.ts >= 0 && parsed.ts <= maxTs ? parsed : undefined;
}

function readExpression(expression: string, now: number): ParsedDate | undefined {
  const end = expression.indexOf('||');
  if (end >= 0) return compute(readIsoDate(expression.slice(0, end))?.ts, expression.slice(end + 2));
  if (expression.startsWith('now')) return compute(now, expression.slice('now'.length));
  return readIsoDate(expression);
}

function compute(anchor: number | undefined, text: string): ParsedDate | undefined {
  if (anchor === undefined || !operations.test(text)) return undefined;
  let ts = anchor;
  for (const [, sign, count, step, rounding] of text.matchAll(operation))
    ts = rounding ? roundDown(ts, unitOf(rounding)) : add(ts, Number(`${sign}${count}`), unitOf(step));
  return { ts };
}

const unitOf = (symbol: string | undefined) => (symbol === 'H' ? 'h' : symbol) as Unit;

/** A date or date-time, UTC unless an offset is written. */
export function readIsoDate(text: string): ParsedDate | undefined {
  const [, year, month, day, hour, minute, second, fraction, offset] = isoDate.exec(text) ?? [];
  if (year === undefined) return undefined;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // Date.UTC normalizes a date that does not exist, which then differs from the text.
  if (!new Date(date).toISOString().startsWith(text.slice(0, 10))) return undefined;
  const [h, m, s, away] = [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0), offsetMs(offset)];
  if (h > 23 || m > 59 || s > 59 || away === undefined) return undefined;
  // Digits beyond milliseconds are dropped.
  const ms = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const ts = date + h * fixedMs.h + m * fixedMs.m + s * fixedMs.s + ms - away;
  return { ts, unit: writtenUnit(hour, minute, second, fraction) };
}

function offsetMs(offset = 'Z'): number | undefined {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(3).replace(':', '') || 0)];
  const sign = offset.startsWith('-') ? -1 : 1;
  return hours > 23 || minutes > 59 ? undefined : sign * (hours * fixedMs.h + minutes * fixedMs.m);
}

function writtenUnit(hour?: string, minute?: string, second?: string, fraction?: string): Unit | undefined {
  if (fraction !== undefined) return undefined;
  if (second !== undefined) return 's';
  if (minute !== undefined) return 'm';
  return hour === undefined ? 'd' : 'h';
}

/** Months and years keep the day of the month, or take the last day. */
export function add(ts: number, count: number, unit: Unit): number {
  if (unit !== 'y' && unit !== 'M') return ts + count * fixedMs[unit];
  const from = new Date(ts);
  const month = from.getUTCMonth() + (unit === 'y' ? 12 * count : count);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return Date.UTC(from.getUTCFullYear(), month, Math.min(from.getUTCDate(), lastDay)) + ts - roundDown(ts, 'd');
}

/** The start of the unit that contains the timestamp. Weeks start on Monday. */
export function roundDown(ts: number, unit: Unit): number {
  const date = new Date(ts);
  if (unit === 'y') return Date.UTC(date.getUTCFullYear(), 0);
  if (unit === 'M') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  if (unit === 'w') return roundDown(ts, 'd') - ((date.getUTCDay() + 6) % 7) * fixedMs.d;
  return Math.floor(ts / fixedMs[unit]) * fixedMs[unit];
}
