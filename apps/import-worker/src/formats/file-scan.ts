import { createHash } from 'node:crypto';
import { badFormat } from '@tributary/contracts/errors';
import type { MimeType } from '@tributary/contracts/imports/document-import';
import type { DocumentType } from '@tributary/contracts/imports/import-messages';
import { bytesOfRows, ChunkTable, maxLineBytes, type Chunk } from './chunk-table.js';
import { readColumns } from './columns.js';
import { readCsvHeader } from './csv-row.js';
import { detectDelimiter, isDelimiterLine, type Delimiter } from '@tributary/contracts/rules/csv-row';
import { FileHead } from './file-head.js';
import { isUnfinishedJson } from './is-unfinished-json.js';
import { codeUnitsOf, RecordScanner, type RecordSpan } from './record-scanner.js';
import { decoderOf, encodingOf } from './text-decoder.js';

interface ScanSettings {
  document_type: DocumentType;
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
  /** That of the byte order mark, otherwise the declared one. */
  encoding: string;
  number_of_lines: number;
  chunks: Chunk[];
  /** Null unless the file is CSV. */
  csv_columns: string[] | null;
  csv_delimiter: Delimiter | null;
  /** Why the file cannot be read at all; null if it can. */
  problem: string | null;
}

/** Scans a file while it streams by: counts its lines, hashes it and cuts it into chunks. Memory does not grow with its size. */
export class FileScan {
  private readonly hash = createHash('sha256');
  private encoding: string;
  private table: ChunkTable;
  private bytes = 0;
  /** Undefined once the byte order mark and the first record are complete. */
  private head?: FileHead;
  private scanner?: RecordScanner;
  private header: Pick<ScannedFile, 'csv_columns' | 'csv_delimiter' | 'problem'> = {
    csv_columns: null,
    csv_delimiter: null,
    problem: null,
  };

  constructor(private readonly settings: ScanSettings) {
    this.table = new ChunkTable(settings.chunkLines);
    this.encoding = encodingOf(settings.encoding);
    this.head = new FileHead({ encoding: this.encoding, isCsv: settings.mime_type === 'TEXT_CSV' });
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
    const problem = this.header.problem ?? (number_of_lines === 0 ? this.emptiness() : null);
    return {
      bytes: this.bytes,
      sha256: this.hash.digest('hex'),
      encoding: this.encoding,
      number_of_lines,
      chunks,
      ...this.header,
      problem,
    };
  }

  /** A file in which no line is found is no success. */
  private emptiness = () => (this.header.csv_columns ? 'the file has a header, but no rows' : 'the file has no lines');

  private readHead(head: FileHead): void {
    this.head = undefined;
    this.encoding = head.encoding;
    if (this.settings.mime_type === 'TEXT_CSV') this.readTable(head);
    else this.readLines(head);
  }

  private readLines({ bytes, start, first }: FileHead): void {
    if (first && isUnfinishedJson(this.decode(bytes.subarray(first.start, first.end))))
      this.header.problem = 'the file is one JSON text over several lines: write one JSON object per line';
    this.scanRecords(bytes, { start, line: 1 });
  }

  private readTable({ bytes, first: header }: FileHead): void {
    if (header === undefined || header.end - header.start > maxLineBytes) {
      const isTooLong = bytes.length > maxLineBytes;
      this.header.problem = isTooLong ? `the header exceeds ${maxLineBytes} bytes` : 'there is no header';
      return;
    }
    const text = this.readHeader(bytes.subarray(header.start, header.end));
    const { csv_columns } = this.header;
    if (csv_columns) this.table = new ChunkTable(this.settings.chunkLines, bytesOfRows(csv_columns));
    this.scanRecords(bytes, { start: header.end, line: header.line + text.split(/\r\n|\n|\r/).length - 1 });
  }

  private readHeader(bytes: Buffer): string {
    let text = '';
    try {
      text = decoderOf(this.encoding)(bytes);
      if (text.includes('\0'))
        throw badFormat('it holds U+0000; a file in UTF-16 does if another encoding is declared');
      if (isDelimiterLine(text))
        throw badFormat('it is a line for a spreadsheet program, which begins with "sep="; remove it');
      const csv_delimiter = detectDelimiter(text);
      const csv_columns = readColumns(this.settings.document_type, readCsvHeader(text, csv_delimiter));
      this.header = { csv_delimiter, csv_columns, problem: null };
    } catch (error) {
      this.header.problem = `the header cannot be read: ${(error as Error).message}`;
    }
    return text;
  }

  /** Empty if the bytes are invalid: then their line fails. */
  private decode(bytes: Buffer): string {
    try {
      return decoderOf(this.encoding)(bytes);
    } catch {
      return '';
    }
  }

  private scanRecords(head: Buffer, from: Pick<RecordSpan, 'line' | 'start'>): void {
    const { csv_delimiter } = this.header;
    const csv = csv_delimiter === null ? {} : { delimiters: [csv_delimiter] };
    this.scanner = new RecordScanner({ units: codeUnitsOf(this.encoding), ...csv, from }, (record) =>
      this.table.add(record),
    );
    this.scanner.push(head.subarray(from.start));
  }
}
