import { GrowingBuffer } from '@tributary/http/body/growing-buffer';
import { maxLineBytes } from './chunk-table.js';
import { delimiters } from '@tributary/contracts/rules/csv-row';
import { codeUnitsOf, RecordScanner, type RecordSpan } from './record-scanner.js';

interface HeadSettings {
  /** As declared. A byte order mark decides over it. */
  encoding: string;
  isCsv: boolean;
}

const marks: readonly (readonly [encoding: string, mark: Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];
const longestMark = 3;

/**
 * The first bytes of a file, buffered until its byte order mark and its first record are complete. Each byte is scanned once:
 * a client may send the file in pieces of one byte.
 */
export class FileHead {
  /** The header of CSV, or the first line, once it is complete. */
  first?: RecordSpan;
  /** Position after the byte order mark. */
  start = 0;
  /** That of the byte order mark, otherwise the declared one. */
  encoding: string;
  private readonly buffer = new GrowingBuffer();
  private scanner?: RecordScanner;

  constructor(private readonly settings: HeadSettings) {
    this.encoding = settings.encoding;
  }

  get bytes(): Buffer {
    return this.buffer.bytes;
  }

  /** Whether no further bytes are needed. A record beyond the limit is never complete. */
  get isComplete(): boolean {
    return this.scanner !== undefined && (this.first !== undefined || this.buffer.length > maxLineBytes);
  }

  push(piece: Buffer): void {
    this.buffer.append(piece);
    if (this.scanner) this.scanner.push(piece);
    else if (this.buffer.length >= longestMark) this.begin();
  }

  /** The file ends here: its only record may lack a line end. */
  end(): void {
    const scanner = this.scanner ?? this.begin();
    scanner.end();
  }

  private begin(): RecordScanner {
    for (const [encoding, mark] of marks)
      if (this.bytes.subarray(0, mark.length).equals(mark)) {
        this.encoding = encoding;
        this.start = mark.length;
      }
    const { encoding, start } = this;
    const options = {
      units: codeUnitsOf(encoding),
      from: { start, line: 1 },
      ...(this.settings.isCsv && { delimiters }),
    };
    this.scanner = new RecordScanner(options, (record) => (this.first ??= record));
    this.scanner.push(this.bytes.subarray(this.start));
    return this.scanner;
  }
}
