import { printable } from './printable.js';
import { fit, widthOf } from './text-width.js';

export type Cell = string | number | boolean | null | undefined;

export interface Table {
  /** None: a list of names and values. */
  headers?: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const gap = 2;
const narrowest = 6;

/**
 * The lines of a table. Numbers are on the right of their columns.
 *
 * @param width of the terminal, into which the widest columns are cut; undefined: nothing is cut
 */
export function drawTable({ headers, rows }: Table, width?: number): string[] {
  const texts = rows.map((row) => row.map(textOf));
  const lines = headers ? [headers.map((header) => header.toUpperCase()), ...texts] : texts;
  const columns = Math.max(0, ...lines.map((line) => line.length));
  const natural = Array.from({ length: columns }, (_each, index) =>
    Math.max(...lines.map((line) => widthOf(line[index] ?? ''))),
  );
  const widths = width === undefined ? natural : shrink(natural, width - gap * (columns - 1));
  const isNumeric = natural.map((_each, index) => rows.length > 0 && rows.every((row) => isNumber(row[index])));
  return lines.map((line) =>
    widths
      .map((columnWidth, index) => align(fit(line[index] ?? '', columnWidth), columnWidth, isNumeric[index] === true))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}

const textOf = (cell: Cell): string => printable(cell === null || cell === undefined ? '' : String(cell));

const isNumber = (cell: Cell): boolean => cell === null || cell === undefined || typeof cell === 'number';

function align(text: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return isRight ? space + text : text + space;
}

/** Takes from the widest columns first, until all fit. No column gets narrower than a few characters. */
function shrink(natural: readonly number[], available: number): number[] {
  const widths = [...natural];
  for (;;) {
    const total = widths.reduce((sum, one) => sum + one, 0);
    const widest = Math.max(0, ...widths);
    if (total <= available || widest <= narrowest) return widths;
    const at = widths.indexOf(widest);
    const next = Math.max(narrowest, ...widths.filter((one) => one < widest));
    widths[at] = Math.max(narrowest, Math.min(widest - 1, next), widest - (total - available));
  }
}
