import { badFormat } from '@tributary/contracts/errors';
import type { Delimiter } from './delimiter.js';

/**
 * The cells of one record (RFC 4180). A quoted cell may contain delimiters, line ends and doubled quotes. Throws
 * BAD_REQUEST_FORMAT if there is text beside a quoted cell, or if its quote is not closed.
 */
export function readCsvRow(row: string, delimiter: Delimiter): string[] {
  if (!row.includes('"')) return row.split(delimiter);
  const cells: string[] = [];
  for (let from = 0; ;) {
    const { cell, end } = row[from] === '"' ? quotedCell(row, from) : plainCell(row, from, delimiter);
    cells.push(cell);
    if (end === row.length) return cells;
    if (row[end] !== delimiter) throw badFormat(`the row has text after the closing quote of cell ${cells.length}`);
    from = end + 1;
  }
}

interface Cell {
  cell: string;
  /** Position after the cell. */
  end: number;
}

function plainCell(row: string, from: number, delimiter: Delimiter): Cell {
  const next = row.indexOf(delimiter, from);
  const end = next === -1 ? row.length : next;
  const cell = row.slice(from, end);
  if (cell.includes('"')) throw badFormat('the row has a quote inside a cell that does not begin with one');
  return { cell, end };
}

function quotedCell(row: string, from: number): Cell {
  for (let at = from + 1; ; at += 2) {
    at = row.indexOf('"', at);
    if (at === -1) throw badFormat('the row has a quote that is not closed');
    if (row[at + 1] !== '"') return { cell: row.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
}

/** Longest name of a column, in UTF-16 units: each row of a few bytes becomes JSON with all names. */
export const maxColumnName = 255;

/** The column names. Throws BAD_REQUEST_FORMAT for a malformed header, or a repeated or too long name. */
export function readCsvHeader(header: string, delimiter: Delimiter): string[] {
  const columns = readCsvRow(header, delimiter).map((name) => name.trim());
  const names = new Set<string>();
  for (const name of columns) {
    if (name.length > maxColumnName)
      throw badFormat(
        `the header names the column "${name.slice(0, 100)}…" with more than ${maxColumnName} characters`,
      );
    if (names.has(name)) throw badFormat(`the header names the column "${name.slice(0, 100)}" twice`);
    names.add(name);
  }
  return columns;
}
