import { CsvRecords } from '@tributary/contracts/rules/csv-records';

/** A line of NDJSON, or a row of CSV, which may span lines. */
export interface FileRecord {
  /** The physical line on which it starts, from 1. */
  line: number;
  text: string;
}

export interface SplitSettings {
  isCsv: boolean;
  /** Whether the text is the whole file: the last record is complete then. */
  isWhole: boolean;
  most: number;
}

/** The first records of a file. Blank lines are skipped, as the server does. A last one that is cut off is left out. */
export function splitRecords(text: string, settings: SplitSettings): FileRecord[] {
  const records = settings.isCsv ? rowsOf(text, settings) : linesOf(text, settings);
  return records.slice(0, settings.most);
}

function rowsOf(text: string, { isWhole }: SplitSettings): FileRecord[] {
  const records: FileRecord[] = [];
  const cut = new CsvRecords(({ line, text: record }) => records.push({ line, text: record }));
  cut.push(text);
  if (isWhole) cut.end();
  return records;
}

function linesOf(text: string, { isWhole }: SplitSettings): FileRecord[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (!isWhole) lines.pop();
  return lines.map((line, index) => ({ line: index + 1, text: line })).filter((record) => record.text.trim() !== '');
}
