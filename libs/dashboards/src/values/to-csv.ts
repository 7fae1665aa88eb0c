import { addNames, type NameOf } from './add-names.js';
import { depthOf, labelOf, type Point, type Result, type SeriesResult } from '../results/result.js';

export interface CsvOptions {
  bom?: boolean;
  timeZone?: string | undefined;
  /** Names stand beside the ids of a level that it knows. */
  nameOf?: NameOf;
}

/**
 * The result as CSV: RFC 4180, CRLF, a header line. Each level of a drill-down is a column; a line is a point of the
 * last level. `bom` makes spreadsheets read the file as UTF-8. A time zone, that of its dates, is named in a last column.
 */
export function toCsv(result: Result, { bom = false, timeZone, nameOf }: CsvOptions = {}): string {
  const plain = result.kind === 'number' ? [[result.title ?? 'value'], [result.value]] : seriesLines(result, timeZone);
  const lines = nameOf ? addNames(plain, nameOf) : plain;
  const text = lines.map((line) => `${line.map(printField).join(',')}\r\n`).join('');
  return bom ? `\uFEFF${text}` : text;
}

function seriesLines(
  { titles, points, levels: names = [] }: SeriesResult,
  timeZone: string | undefined,
): (string | number | null)[][] {
  const levels = depthOf(points);
  const keys = Array.from(
    { length: levels },
    (_each, level) => names[level] ?? (level === 0 ? 'key' : `key ${level + 1}`),
  );
  const lines = [[...keys, ...titles], ...points.flatMap((point) => pointLines(point, [], levels))];
  return timeZone === undefined ? lines : lines.map((line, index) => [...line, index === 0 ? 'time_zone' : timeZone]);
}

function pointLines(point: Point, above: string[], levels: number): (string | number | null)[][] {
  const keys = [...above, labelOf(point)];
  if (point.points && point.points.length > 0) return point.points.flatMap((next) => pointLines(next, keys, levels));
  const missing = Array.from({ length: levels - keys.length }, () => '');
  return [[...keys, ...missing, ...point.cells.map(({ value }) => value)]];
}

/** A spreadsheet computes a text that starts so, even within quotes; the apostrophe makes it text (CSV injection). */
const formula = /^[\t\r\n ]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A field of a line: numbers as they are, quotes where RFC 4180 needs them, formulas made text. */
export function printField(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = formula.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
