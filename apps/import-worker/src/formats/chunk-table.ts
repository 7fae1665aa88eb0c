import type { RecordSpan } from './record-scanner.js';

/** Longest line, in bytes, without its line end. */
export const maxLineBytes = 1024 * 1024;
/** A chunk ends with the record that reaches this size: it is read into memory as a whole. */
const maxChunkBytes = 4 * 1024 * 1024;

/** The names of the columns in the JSON of all rows of a chunk, UTF-16 units. */
const maxNamesLength = 32 * 1024 * 1024;

/**
 * The size of a chunk of CSV rows. The JSON of a row repeats the names of its columns, so it may be many times as long as
 * the row. A valid row has at least one byte for each column.
 */
export function bytesOfRows(columns: string[]): number {
  const length = columns.reduce((sum, name) => sum + name.length, 0);
  return Math.min(maxChunkBytes, Math.floor((maxNamesLength * columns.length) / Math.max(1, length)));
}

/** Records that are parsed together: a byte range on record boundaries. */
export interface Chunk {
  /** From 0, in file order. */
  chunk: number;
  first_line: number;
  byte_start: number;
  byte_end: number;
  records: number;
  /** The chunk is one line that is too long. It is never read. */
  is_oversized: boolean;
}

/** Groups the records of a file into chunks. */
export class ChunkTable {
  readonly chunks: Chunk[] = [];
  number_of_lines = 0;
  private open?: Chunk;

  constructor(
    private readonly maxRecords: number,
    private readonly maxBytes = maxChunkBytes,
  ) {}

  add({ line, start, end }: RecordSpan): void {
    this.number_of_lines += 1;
    const is_oversized = end - start > maxLineBytes;
    if (is_oversized) this.close();
    this.open ??= {
      chunk: this.chunks.length,
      first_line: line,
      byte_start: start,
      byte_end: end,
      records: 0,
      is_oversized,
    };
    this.open.byte_end = end;
    this.open.records += 1;
    const isFull = this.open.records >= this.maxRecords || end - this.open.byte_start >= this.maxBytes;
    if (is_oversized || isFull) this.close();
  }

  close(): void {
    if (this.open) this.chunks.push(this.open);
    this.open = undefined;
  }
}
