import { createHash } from 'node:crypto';
import { badFormat } from '@tributary/contracts/errors';
import type { MimeType } from '@tributary/contracts/document-import';
import { ChunkTable, maxLineBytes, type Chunk } from '../formats/chunk-table.js';
import { readCsvHeader } from '../formats/csv-row.js';
import { delimiters, detectDelimiter, type Delimiter } from '../formats/delimiter.js';
import { codeUnitsOf, RecordScanner, type CodeUnits, type RecordSpan } from '../formats/record-scanner.js';
import { decoderOf, encodingOf, type Decode } from '../formats/text-decoder.js';

export interface ScanSettings {
  mime_type: MimeType;
  encoding: string;
  /** Most records of one chunk. */
  chunkLines: number;
  maxBytes: number;
}

/** What is known of a file once its last byte has come. */
export interface ScannedFile {
  bytes: number;
  sha256: string;
  number_of_lines: number;
  chunks: Chunk[];
  /** CSV only. */
  csv_columns: string[] | null;
  csv_delimiter: Delimiter | null;
  /** Why no line of the file can be read. */
  problem: string | null;
}

const boms: Record<string, Buffer> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};

/** Looks at a file while it streams by: counts, hashes and cuts it, in memory that does not grow with its size. */
export class UploadScan {
  private readonly hash = createHash('sha256');
  private readonly table: ChunkTable;
  private readonly units: CodeUnits;
  private readonly decode: Decode;
  private bytes = 0;
  /** Bytes kept back until what stands before the records is known: byte order mark and header. */
  private head?: Buffer = Buffer.alloc(0);
  private scanner?: RecordScanner;
  private header: Pick<ScannedFile, 'csv_columns' | 'csv_delimiter' | 'problem'> = {
    ...{ csv_columns: null, csv_delimiter: null, problem: null },
  };

  constructor(private readonly settings: ScanSettings) {
    this.table = new ChunkTable(settings.chunkLines);
    this.units = codeUnitsOf(encodingOf(settings.encoding));
    this.decode = decoderOf(settings.encoding);
  }

  /** Throws BAD_REQUEST_FORMAT beyond the limit. */
  push(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes > this.settings.maxBytes) throw badFormat(`the file exceeds ${this.settings.maxBytes} bytes`);
    this.hash.update(piece);
    if (this.head === undefined) this.scanner?.push(piece);
    else this.readHead(Buffer.concat([this.head, piece]), false);
  }

  /** Throws BAD_REQUEST_FORMAT when there was nothing. */
  end(): ScannedFile {
    if (this.bytes === 0) throw badFormat('the body is empty');
    if (this.head !== undefined) this.readHead(this.head, true);
    this.scanner?.end();
    this.table.close();
    const { chunks, number_of_lines } = this.table;
    return { bytes: this.bytes, sha256: this.hash.digest('hex'), number_of_lines, chunks, ...this.header };
  }

  private readHead(head: Buffer, isAll: boolean): void {
    this.head = head;
    const bom = boms[encodingOf(this.settings.encoding)] ?? Buffer.alloc(0);
    if (head.length < bom.length && !isAll) return;
    const start = head.subarray(0, bom.length).equals(bom) ? bom.length : 0;
    if (this.settings.mime_type === 'TEXT_CSV') return this.readHeader(head, start, isAll);
    this.scanRecords(head, { start, line: 1 });
  }

  private readHeader(head: Buffer, start: number, isAll: boolean): void {
    const records: RecordSpan[] = [];
    const scanner = new RecordScanner({ units: this.units, delimiters, from: { start, line: 1 } }, (record) =>
      records.push(record),
    );
    scanner.push(head.subarray(start));
    if (isAll) scanner.end();
    const [header] = records;
    if (header === undefined && head.length <= maxLineBytes && !isAll) return;
    if (header === undefined || header.end - header.start > maxLineBytes) {
      this.head = undefined;
      this.header.problem = header || !isAll ? `the header exceeds ${maxLineBytes} bytes` : 'there is no header';
      return;
    }
    const text = this.understandHeader(head.subarray(header.start, header.end));
    this.scanRecords(head, { start: header.end, line: header.line + text.split('\n').length - 1 });
  }

  private understandHeader(bytes: Buffer): string {
    let text = '';
    try {
      text = this.decode(bytes);
      const csv_delimiter = detectDelimiter(text);
      this.header = { csv_delimiter, csv_columns: readCsvHeader(text, csv_delimiter), problem: null };
    } catch (error) {
      this.header.problem = `the header can't be read: ${(error as Error).message}`;
    }
    return text;
  }

  private scanRecords(head: Buffer, from: Pick<RecordSpan, 'line' | 'start'>): void {
    this.head = undefined;
    const { csv_delimiter } = this.header;
    const csv = csv_delimiter === null ? {} : { delimiters: [csv_delimiter] };
    this.scanner = new RecordScanner({ units: this.units, ...csv, from }, (record) => this.table.add(record));
    this.scanner.push(head.subarray(from.start));
  }
}
