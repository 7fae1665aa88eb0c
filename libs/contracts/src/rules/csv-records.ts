import { delimiters, detectDelimiter, type Delimiter } from './csv-row.js';

/** A record of a table, as text. */
export interface CsvRecord {
  /** Physical line on which it starts, from 1. */
  line: number;
  /** Empty if the record is too long. */
  text: string;
  isTooLong: boolean;
}

/** In UTF-16 units. The limit of the server is that of a line, in bytes. */
const maxRecordLength = 1_048_576;

const lf = 0x0a;
const cr = 0x0d;
const quote = 0x22;
const isDelimiter: ReadonlySet<number> = new Set(delimiters.map((one) => one.charCodeAt(0)));

/**
 * Cuts the text of a table into records, from pieces of any size, as the server cuts its bytes: lines end with LF, CRLF or CR,
 * a quoted line end ends none, and blank lines are no records. It keeps no more than one record.
 */
export class CsvRecords {
  /** That of the header, once it is read. */
  delimiter?: Delimiter;
  private record = '';
  private isTooLong = false;
  private line = 1;
  private startLine = 1;
  private isQuoted = false;
  private mayQuote = true;
  private hasClosed = false;
  private isAfterReturn = false;

  constructor(private readonly found: (record: CsvRecord) => void) {}

  push(piece: string): void {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const unit = piece.charCodeAt(at);
      const isSecondOfPair = unit === lf && this.isAfterReturn;
      this.isAfterReturn = unit === cr;
      if (unit !== lf && unit !== cr) {
        this.trackQuotes(unit);
        continue;
      }
      if (!isSecondOfPair) this.line += 1;
      if (this.isQuoted) continue;
      if (isSecondOfPair) this.startLine = this.line;
      else this.endRecord(piece.slice(from, at));
      from = at + 1;
    }
    this.keep(piece.slice(from));
  }

  /** Ends the last record, which may lack its line end. */
  end(): void {
    this.endRecord('');
  }

  /** A quote opens a cell only at its beginning. A doubled quote closes the cell and opens it again. */
  private trackQuotes(unit: number): void {
    const opens = unit === quote && !this.isQuoted && (this.mayQuote || this.hasClosed);
    this.hasClosed = unit === quote && this.isQuoted;
    if (opens || this.hasClosed) this.isQuoted = opens;
    this.mayQuote = !this.isQuoted && this.delimits(unit);
  }

  private delimits(unit: number): boolean {
    return this.delimiter === undefined ? isDelimiter.has(unit) : unit === this.delimiter.charCodeAt(0);
  }

  private keep(text: string): void {
    if (this.record.length + text.length > maxRecordLength) this.isTooLong = true;
    this.record = this.isTooLong ? '' : this.record + text;
  }

  private endRecord(last: string): void {
    this.keep(last);
    const { record: text, isTooLong, startLine: line } = this;
    // A tab may be a delimiter: a row of empty cells is no blank line.
    if (isTooLong || /[^ ]/.test(text)) {
      this.delimiter ??= detectDelimiter(text);
      this.found({ line, text, isTooLong });
    }
    this.record = '';
    this.isTooLong = this.isQuoted = this.hasClosed = false;
    this.mayQuote = true;
    this.startLine = this.line;
  }
}
