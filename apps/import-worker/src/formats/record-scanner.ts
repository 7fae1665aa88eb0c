import type { Delimiter } from '@tributary/contracts/rules/csv-row';

/** The position of a record in the file as sent. */
export interface RecordSpan {
  /** Physical line on which it starts, from 1. */
  line: number;
  /** Byte offsets of the first byte and after the last one, without the line end. */
  start: number;
  end: number;
}

/** The code units in which to find line ends and quotes. All encodings but UTF-16 are scanned byte by byte, as ASCII. */
type CodeUnits = 'bytes' | 'utf-16le' | 'utf-16be';

export const codeUnitsOf = (encoding: string): CodeUnits =>
  encoding === 'utf-16le' || encoding === 'utf-16be' ? encoding : 'bytes';

export interface ScanOptions {
  units: CodeUnits;
  /** For CSV: a quoted value may contain line ends, and a delimiter starts a value. Without it every line is a record. */
  delimiters?: readonly Delimiter[];
  /** Position of the first pushed byte in the file; default its beginning. */
  from?: Pick<RecordSpan, 'line' | 'start'>;
}

const lf = 0x0a;
const cr = 0x0d;
const tab = 0x09;
const space = 0x20;
const quote = 0x22;

/**
 * Cuts a file into records, from pieces of any size. Blank lines are not records, and a quoted line end does not end one. Lines
 * end with LF or CRLF, those of CSV also with CR. It keeps no bytes, so a record may have any length.
 *
 * No library does this: csv-parse cannot give byte ranges of UTF-16 files, nor any at the speed of an upload.
 */
export class RecordScanner {
  private readonly width: 1 | 2;
  private readonly delimiters?: ReadonlySet<number>;
  /** File offset of the next byte. */
  private offset: number;
  private line: number;
  private start: number;
  private startLine: number;
  private isBlank = true;
  private isQuoted = false;
  private mayQuote = true;
  private hasClosed = false;
  private last = 0;
  private pendingByte?: number;

  constructor(
    private readonly options: ScanOptions,
    private readonly found: (record: RecordSpan) => void,
  ) {
    this.width = options.units === 'bytes' ? 1 : 2;
    if (options.delimiters) this.delimiters = new Set(options.delimiters.map((delimiter) => delimiter.charCodeAt(0)));
    this.offset = this.start = options.from?.start ?? 0;
    this.line = this.startLine = options.from?.line ?? 1;
  }

  push(bytes: Buffer): void {
    if (this.width === 2) this.pushPairs(bytes);
    else if (this.isQuoted || (this.delimiters && (bytes.includes(quote) || this.hasLoneReturn(bytes))))
      for (const byte of bytes) this.pushUnit(byte);
    else this.pushLines(bytes);
  }

  /** Whether a carriage return ends a line without a line feed. One at the end of the bytes is judged with the next ones. */
  private hasLoneReturn(bytes: Buffer): boolean {
    if (this.last === cr && bytes[0] !== lf) return true;
    for (let at = bytes.indexOf(cr); at !== -1 && at + 1 < bytes.length; at = bytes.indexOf(cr, at + 1))
      if (bytes[at + 1] !== lf) return true;
    return false;
  }

  /** Ends the last record, which may lack its line end. */
  end(): void {
    if (this.pendingByte !== undefined) this.offset += 1;
    if (this.isBlank && this.pendingByte === undefined) return;
    const hasReturn = this.last === cr && !this.isQuoted;
    this.found({ line: this.startLine, start: this.start, end: this.offset - (hasReturn ? this.width : 0) });
  }

  /** Fast path without quotes: jumps from one line end to the next. */
  private pushLines(bytes: Buffer): void {
    let from = 0;
    for (let to = bytes.indexOf(lf); to !== -1; to = bytes.indexOf(lf, from)) {
      this.inspect(bytes, from, to);
      this.offset += to - from;
      this.endLine();
      from = to + 1;
    }
    this.inspect(bytes, from, bytes.length);
    this.offset += bytes.length - from;
  }

  private inspect(bytes: Buffer, from: number, to: number): void {
    for (let index = from; this.isBlank && index < to; index++) this.isBlank = this.isSpace(bytes[index] ?? 0);
    if (to === from) return;
    this.last = bytes[to - 1] ?? 0;
    this.hasClosed = false;
    this.mayQuote = this.delimiters?.has(this.last) === true;
  }

  private pushPairs(bytes: Buffer): void {
    const isLittle = this.options.units === 'utf-16le';
    for (const byte of bytes) {
      if (this.pendingByte === undefined) this.pendingByte = byte;
      else {
        const unit = isLittle ? this.pendingByte | (byte << 8) : (this.pendingByte << 8) | byte;
        this.pendingByte = undefined;
        this.pushUnit(unit);
      }
    }
  }

  private pushUnit(unit: number): void {
    const hasLoneReturn = this.delimiters !== undefined && this.last === cr && unit !== lf;
    if (hasLoneReturn && !this.isQuoted) this.beginLine(this.offset - this.width);
    // A quoted value of any length must not become records; otherwise it could inject operations.
    if (unit === lf && !this.isQuoted) return this.endLine();
    this.offset += this.width;
    if (this.isQuoted && (unit === lf || hasLoneReturn)) this.line += 1;
    if (this.isBlank) this.isBlank = this.isSpace(unit);
    if (this.delimiters) this.trackQuotes(unit, this.delimiters);
    this.last = unit;
  }

  /** A quote opens a value only at its beginning. A doubled quote closes the value and opens it again. */
  private trackQuotes(unit: number, delimiters: ReadonlySet<number>): void {
    const opens = unit === quote && !this.isQuoted && (this.mayQuote || this.hasClosed);
    this.hasClosed = unit === quote && this.isQuoted;
    if (opens || this.hasClosed) this.isQuoted = opens;
    this.mayQuote = !this.isQuoted && delimiters.has(unit);
  }

  private endLine(): void {
    const end = this.offset - (this.last === cr ? this.width : 0);
    this.offset += this.width;
    this.beginLine(end);
  }

  /** @param end of the line before it */
  private beginLine(end: number): void {
    if (!this.isBlank) this.found({ line: this.startLine, start: this.start, end });
    this.line += 1;
    this.start = this.offset;
    this.startLine = this.line;
    this.isBlank = true;
    this.isQuoted = false;
    this.mayQuote = true;
    this.hasClosed = false;
    this.last = 0;
  }

  /** In CSV a tab may be a delimiter, and a row of empty values is not a blank line. */
  private isSpace(unit: number): boolean {
    return unit === space || unit === cr || (unit === tab && !this.delimiters);
  }
}
