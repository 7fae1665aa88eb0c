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
export function splitRecords(text: string, { isCsv, isWhole, most }: SplitSettings): FileRecord[] {
  const records: FileRecord[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  if (!isWhole) lines.pop();
  for (let at = 0; at < lines.length && records.length < most;) {
    const line = at + 1;
    let record = lines[at++] ?? '';
    while (isCsv && hasOpenQuote(record) && at < lines.length) record += `\n${lines[at++]}`;
    if (isCsv && !isWhole && hasOpenQuote(record)) break;
    if (record.trim() !== '') records.push({ line, text: record });
  }
  return records;
}

const hasOpenQuote = (record: string): boolean => (record.match(/"/g)?.length ?? 0) % 2 === 1;
