import { decodeHead, type FileHead } from '@tributary/client/imports/guess-import';
import { CsvRecords, type CsvRecord } from '@tributary/contracts/rules/csv-records';
import { headerProblem, splitCsvRow, type CsvRow } from '@tributary/contracts/rules/csv-row';

/** The rows that suggest a mapping; the first ten are shown. */
const mostRows = 100;

export interface HeadRow {
  /** Physical line, from 1. */
  line: number;
  row: CsvRow;
}

/** The header and the first rows of a table. */
export interface TableHead {
  columns: string[];
  rows: HeadRow[];
  encoding: string;
}

/** A byte order mark decides over the encoding that was chosen, as on the server. */
export function encodingOf({ bytes: [first, second, third] }: FileHead, chosen: string): string {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return chosen;
}

/** The beginning of a table, or why it cannot be read. */
export function readTableHead(head: FileHead, chosenEncoding: string): TableHead | { problem: string } {
  const encoding = encodingOf(head, chosenEncoding);
  const text = decodeHead(head.bytes, encoding);
  if (text === undefined) return { problem: 'This browser does not know the encoding.' };
  const records: CsvRecord[] = [];
  const cut = new CsvRecords((record) => records.push(record));
  cut.push(text);
  if (head.isWhole) cut.end();
  const [header, ...rows] = records;
  const { delimiter } = cut;
  if (!header || !delimiter) return { problem: 'The file has no header row.' };
  const names = splitCsvRow(header.text, delimiter);
  if ('problem' in names) return { problem: `The header cannot be read: ${names.problem}.` };
  const columns = names.cells.map((name) => name.trim());
  const problem = headerProblem(columns);
  if (problem) return { problem: `The header cannot be read: ${problem}.` };
  const first = rows.slice(0, mostRows).map(({ line, text: row }) => ({ line, row: splitCsvRow(row, delimiter) }));
  return { columns, rows: first, encoding };
}
