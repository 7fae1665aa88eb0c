import { createHash } from 'node:crypto';
import { badFormat } from '@tributary/contracts/errors';
import type { MimeType } from '@tributary/contracts/imports/document-import';
import { bytesOfRows, ChunkTable, maxLineBytes, type Chunk } from './chunk-table.js';
import { readCsvHeader } from './csv-row.js';
import { detectDelimiter, type Delimiter } from './delimiter.js';
import { FileHead } from './file-head.js';
import { codeUnitsOf, RecordScanner, type CodeUnits, type RecordSpan } from './record-scanner.js';
import { decoderOf, encodingOf, type Decode } from './text-decoder.js';

export interface ScanSettings {
  mime_type: MimeType;
  encoding: string;
  /** Maximum number of records in one chunk. */
  chunkLines: number;
  maxBytes: number;
}

/** The result of scanning a whole file. */
export interface ScannedFile {
  bytes: number;
  sha256: string;
  number_of_lines: number;
  chunks: Chunk[];
  /** Null unless the file is CSV. */
  csv_columns: string[] | null;
  csv_delimiter: Delimiter | null;
  /** Why the file cannot be read at all; null if it can. */
  problem: string | null;
}

const boms: Record<string, Buffer> = {
  'utf-8': Buffer.from([0xef, 0xbb, 0xbf]),
  'utf-16le': Buffer.from([0xff, 0xfe]),
  'utf-16be': Buffer.from([0xfe, 0xff]),
};

/** Scans a file while it streams by: counts its lines, hashes it and cuts it into chunks. Memory does not grow with its size. */
export class FileScan {
  private readonly hash = createHash('sha256');
  private readonly units: CodeUnits;
  private readonly decode: Decode;
  private table: ChunkTable;
  private bytes = 0;
  /** Undefined once the byte order mark and the header are complete. */
  private head?: FileHead;
  private scanner?: RecordScanner;
  private header: Pick<ScannedFile, 'csv_columns' | 'csv_delimiter' | 'problem'> = {
    csv_columns: null,
    csv_delimiter: null,
    problem: null,
  };

  constructor(private readonly settings: ScanSettings) {
    this.table = new ChunkTable(settings.chunkLines);
    const encoding = encodingOf(settings.encoding);
    this.units = codeUnitsOf(encoding);
    this.decode = decoderOf(settings.encoding);
    const bom = boms[encoding] ?? Buffer.alloc(0);
    this.head = new FileHead({ units: this.units, bom, hasHeader: settings.mime_type === 'TEXT_CSV' });
  }

  /** Throws BAD_REQUEST_FORMAT if the file exceeds `maxBytes`. */
  push(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes > this.settings.maxBytes) throw badFormat(`the file exceeds ${this.settings.maxBytes} bytes`);
    this.hash.update(piece);
    if (this.head === undefined) return this.scanner?.push(piece);
    this.head.push(piece);
    if (this.head.isComplete) this.readHead(this.head);
  }

  /** Throws BAD_REQUEST_FORMAT if the file is empty. */
  end(): ScannedFile {
    if (this.bytes === 0) throw badFormat('the body is empty');
    if (this.head !== undefined) {
      this.head.end();
      this.readHead(this.head);
    }
    this.scanner?.end();
    this.table.close();
    const { chunks, number_of_lines } = this.table;
    return { bytes: this.bytes, sha256: this.hash.digest('hex'), number_of_lines, chunks, ...this.header };
  }

  private readHead(head: FileHead): void {
    this.head = undefined;
    if (this.settings.mime_type !== 'TEXT_CSV') return this.scanRecords(head.bytes, { start: head.start, line: 1 });
    const { header, bytes } = head;
    if (header === undefined || header.end - header.start > maxLineBytes) {
      const isTooLong = bytes.length > maxLineBytes;
      this.header.problem = isTooLong ? `the header exceeds ${maxLineBytes} bytes` : 'there is no header';
      return;
    }
    const text = this.parseHeader(bytes.subarray(header.start, header.end));
    const { csv_columns } = this.header;
    if (csv_columns) this.table = new ChunkTable(this.settings.chunkLines, bytesOfRows(csv_columns));
    this.scanRecords(bytes, { start: header.end, line: header.line + text.split('\n').length - 1 });
  }

  private parseHeader(bytes: Buffer): string {
    let text = '';
    try {
      text = this.decode(bytes);
      const csv_delimiter = detectDelimiter(text);
      this.header = { csv_delimiter, csv_columns: readCsvHeader(text, csv_delimiter), problem: null };
    } catch (error) {
      this.header.problem = `the header cannot be read: ${(error as Error).message}`;
    }
    return text;
  }

  private scanRecords(head: Buffer, from: Pick<RecordSpan, 'line' | 'start'>): void {
    const { csv_delimiter } = this.header;
    const csv = csv_delimiter === null ? {} : { delimiters: [csv_delimiter] };
    this.scanner = new RecordScanner({ units: this.units, ...csv, from }, (record) => this.table.add(record));
    this.scanner.push(head.subarray(from.start));
  }
}
