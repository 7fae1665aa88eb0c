export const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

/** Whether a line is for spreadsheet programs, which read the delimiter from it; the header is the next line. */
export const isDelimiterLine = (line: string): boolean => /^"?sep=.?"?$/i.test(line.trim());

/** The most frequent delimiter in the header row, outside quotes; a comma if there is none. */
export function detectDelimiter(header: string): Delimiter {
  const unquoted = header.replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => unquoted.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The cells of a record, or why it has none. */
export type CsvRow = { cells: string[] } | { problem: string };

/**
 * The cells of one record (RFC 4180). A quoted cell may contain delimiters, line ends and doubled quotes. A problem if there
 * is text beside a quoted cell, or if its quote is not closed.
 */
export function splitCsvRow(row: string, delimiter: Delimiter): CsvRow {
  if (!row.includes('"')) return { cells: row.split(delimiter) };
  const cells: string[] = [];
  for (let from = 0; ;) {
    const read = row[from] === '"' ? quotedCell(row, from) : plainCell(row, from, delimiter);
    if ('problem' in read) return read;
    const { cell, end } = read;
    cells.push(cell);
    if (end === row.length) return { cells };
    if (row[end] !== delimiter) return { problem: `the row has text after the closing quote of cell ${cells.length}` };
    from = end + 1;
  }
}

interface Cell {
  cell: string;
  /** Position after the cell. */
  end: number;
}

function plainCell(row: string, from: number, delimiter: Delimiter): Cell | { problem: string } {
  const next = row.indexOf(delimiter, from);
  const end = next === -1 ? row.length : next;
  const cell = row.slice(from, end);
  return cell.includes('"')
    ? { problem: 'the row has a quote inside a cell that does not begin with one' }
    : { cell, end };
}

function quotedCell(row: string, from: number): Cell | { problem: string } {
  for (let at = from + 1; ; at += 2) {
    at = row.indexOf('"', at);
    if (at === -1) return { problem: 'the row has a quote that is not closed' };
    if (row[at + 1] !== '"') return { cell: row.slice(from + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
}

/** Longest name of a column, in UTF-16 units: each row of a few bytes becomes JSON with all names. */
const maxColumnName = 255;

/** Why the names of the columns cannot be those of a table. */
export function headerProblem(columns: readonly string[]): string | undefined {
  const names = new Set<string>();
  for (const name of columns) {
    if (name.length > maxColumnName)
      return `the header names the column "${name.slice(0, 100)}…" with more than ${maxColumnName} characters`;
    if (names.has(name)) return `the header names the column "${name.slice(0, 100)}" twice`;
    names.add(name);
  }
  return undefined;
}
