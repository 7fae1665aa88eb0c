import type { Delimiter } from './delimiter.js';

/** Where a record stands in the file as sent. */
export interface RecordSpan {
  /** Physical line on which it starts, from 1. */
  line: number;
  /** Byte offsets, the second past its last byte; the end of line is outside. */
  start: number;
  end: number;
}

/** How bytes make characters, as far as line ends and quotes go: all other encodings keep ASCII where it is. */
export type CodeUnits = 'bytes' | 'utf-16le' | 'utf-16be';

export const codeUnitsOf = (encoding: string): CodeUnits =>
  encoding === 'utf-16le' || encoding === 'utf-16be' ? encoding : 'bytes';

export interface ScanOptions {
  units: CodeUnits;
  /** CSV: a quoted value may hold line ends. Without it every line is a record. A delimiter starts a value. */
  delimiters?: readonly Delimiter[];
  /** Where the bytes to come stand in the file; default its beginning. */
  from?: Pick<RecordSpan, 'line' | 'start'>;
}

const lf = 0x0a;
const cr = 0x0d;
const tab = 0x09;
const space = 0x20;
const quote = 0x22;

/**
 * Cuts a file into records, however its bytes arrive: blank lines are none, a quoted line end does not end one. It keeps
 * no bytes, so a record may have any length.
 */
export class RecordScanner {
  private readonly width: 1 | 2;
  private readonly delimiters?: ReadonlySet<number>;
  /** Of the next byte. */
  private offset: number;
  private line: number;
  private start: number;
  private startLine: number;
  private isBlank = true;
  private isQuoted = false;
  private mayQuote = true;
  private hasClosed = false;
  private last = 0;
  private half?: number;

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
    else if (this.isQuoted || (this.delimiters && bytes.includes(quote))) for (const byte of bytes) this.unit(byte);
    else this.pushLines(bytes);
  }

  /** The last record may lack its end of line. */
  end(): void {
    if (this.half !== undefined) this.offset += 1;
    if (this.isBlank && this.half === undefined) return;
    this.found({ line: this.startLine, start: this.start, end: this.offset - (this.last === cr ? this.width : 0) });
  }

  /** The quick way for the common case: from one line end to the next. */
  private pushLines(bytes: Buffer): void {
    let from = 0;
    for (let to = bytes.indexOf(lf); to !== -1; to = bytes.indexOf(lf, from)) {
      this.look(bytes, from, to);
      this.offset += to - from;
      this.endLine();
      from = to + 1;
    }
    this.look(bytes, from, bytes.length);
    this.offset += bytes.length - from;
  }

  private look(bytes: Buffer, from: number, to: number): void {
    for (let index = from; this.isBlank && index < to; index++) this.isBlank = this.isSpace(bytes[index] ?? 0);
    if (to === from) return;
    this.last = bytes[to - 1] ?? 0;
    this.hasClosed = false;
    this.mayQuote = this.delimiters?.has(this.last) === true;
  }

  private pushPairs(bytes: Buffer): void {
    const isLittle = this.options.units === 'utf-16le';
    for (const byte of bytes) {
      if (this.half === undefined) this.half = byte;
      else {
        const unit = isLittle ? this.half | (byte << 8) : (this.half << 8) | byte;
        this.half = undefined;
        this.unit(unit);
      }
    }
  }

  private unit(unit: number): void {
    // However long the value is: what stands in quotes is never a record, which somebody could have written into it.
    if (unit === lf && !this.isQuoted) return this.endLine();
    this.offset += this.width;
    if (unit === lf) this.line += 1;
    else if (this.isBlank) this.isBlank = this.isSpace(unit);
    if (this.delimiters) this.quotes(unit, this.delimiters);
    this.last = unit;
  }

  /** A quote opens a value only at its beginning; a doubled one closes and opens again. */
  private quotes(unit: number, delimiters: ReadonlySet<number>): void {
    const opens = unit === quote && !this.isQuoted && (this.mayQuote || this.hasClosed);
    this.hasClosed = unit === quote && this.isQuoted;
    if (opens || this.hasClosed) this.isQuoted = opens;
    this.mayQuote = !this.isQuoted && delimiters.has(unit);
  }

  private endLine(): void {
    const end = this.offset - (this.last === cr ? this.width : 0);
    if (!this.isBlank) this.found({ line: this.startLine, start: this.start, end });
    this.offset += this.width;
    this.line += 1;
    this.start = this.offset;
    this.startLine = this.line;
    this.isBlank = true;
    this.isQuoted = false;
    this.mayQuote = true;
    this.hasClosed = false;
    this.last = 0;
  }

  /** In CSV a tab may be a delimiter, and a row of empty values is not blank. */
  private isSpace(unit: number): boolean {
    return unit === space || unit === cr || (unit === tab && !this.delimiters);
  }
}
