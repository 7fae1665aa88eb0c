import { GrowingBuffer } from '@tributary/http/body/growing-buffer';
import { maxLineBytes } from './chunk-table.js';
import { delimiters } from './delimiter.js';
import { RecordScanner, type CodeUnits, type RecordSpan } from './record-scanner.js';

export interface HeadSettings {
  units: CodeUnits;
  /** The byte order mark of the encoding; empty without one. */
  bom: Buffer;
  hasHeader: boolean;
}

/**
 * The first bytes of a file, buffered until the byte order mark and the CSV header are complete. Each byte is scanned once:
 * a client may send the file in pieces of one byte.
 */
export class FileHead {
  /** The header, once it is complete. */
  header?: RecordSpan;
  /** Position after the byte order mark. */
  start = 0;
  private readonly buffer = new GrowingBuffer();
  private scanner?: RecordScanner;

  constructor(private readonly settings: HeadSettings) {}

  get bytes(): Buffer {
    return this.buffer.bytes;
  }

  /** Whether no further bytes are needed. A header beyond the limit is never complete. */
  get isComplete(): boolean {
    if (!this.scanner) return false;
    return !this.settings.hasHeader || this.header !== undefined || this.buffer.length > maxLineBytes;
  }

  push(piece: Buffer): void {
    this.buffer.append(piece);
    if (this.scanner) this.scanner.push(piece);
    else if (this.buffer.length >= this.settings.bom.length) this.begin();
  }

  /** The file ends here: its only record may lack a line end. */
  end(): void {
    const scanner = this.scanner ?? this.begin();
    scanner.end();
  }

  private begin(): RecordScanner {
    const { bom, units } = this.settings;
    this.start = this.bytes.subarray(0, bom.length).equals(bom) ? bom.length : 0;
    const options = { units, delimiters, from: { start: this.start, line: 1 } };
    this.scanner = new RecordScanner(options, (record) => (this.header ??= record));
    this.scanner.push(this.bytes.subarray(this.start));
    return this.scanner;
  }
}
