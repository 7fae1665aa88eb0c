import type { ReportRequest, ReportValue } from './report.js';

/** Sorts rows as reports do: by `order_by`, then by the dimensions; null is last in both directions. */
export function sortRows(rows: ReportValue[][], { dimensions, metrics, order_by }: ReportRequest): ReportValue[][] {
  const columns = [...dimensions.map(({ name }) => name), ...metrics.map(({ expression }) => expression)];
  const field = order_by?.field_name ?? '';
  const isDescending = field.startsWith('-');
  const at = columns.indexOf(isDescending ? field.slice(1) : field);
  return rows.toSorted((a, b) => {
    const ordered = at < 0 ? 0 : compare(a[at], b[at], isDescending);
    return ordered || firstDifference(dimensions.map((_each, index) => compare(a[index], b[index], false)));
  });
}

const firstDifference = (differences: number[]): number => differences.find((difference) => difference !== 0) ?? 0;

function compare(a: ReportValue | undefined, b: ReportValue | undefined, isDescending: boolean): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return 1;
  if (b === null || b === undefined) return -1;
  return isDescending ? compareValues(b, a) : compareValues(a, b);
}

/** Numbers come before texts, texts by code point, false before true. */
function compareValues(a: string | number | boolean, b: string | number | boolean): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'string') return 1;
  return typeof b === 'string' ? -1 : Number(a) - Number(b);
}

/** By code point: by UTF-16, as `<` does it, an emoji would come before some other characters. */
function compareText(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at < 0) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}
