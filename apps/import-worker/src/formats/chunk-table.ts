import type { RecordSpan } from './record-scanner.js';

/** Longest line, bytes without its end. */
export const maxLineBytes = 1024 * 1024;
/** A chunk is read into memory as a whole; it ends with the record that passes this. */
const maxChunkBytes = 4 * 1024 * 1024;

/** Records that are parsed together: a range of bytes that begins and ends with a record. */
export interface Chunk {
  /** From 0, in file order. */
  chunk: number;
  first_line: number;
  byte_start: number;
  byte_end: number;
  records: number;
  /** A single line that is too long: it is never read. */
  is_oversized: boolean;
}

/** Groups the records of a file into chunks. */
export class ChunkTable {
  readonly chunks: Chunk[] = [];
  number_of_lines = 0;
  private open?: Chunk;

  constructor(private readonly maxRecords: number) {}

  add({ line, start, end }: RecordSpan): void {
    this.number_of_lines += 1;
    const is_oversized = end - start > maxLineBytes;
    if (is_oversized) this.close();
    this.open ??= {
      ...{ chunk: this.chunks.length, first_line: line, byte_start: start, byte_end: end },
      ...{ records: 0, is_oversized },
    };
    this.open.byte_end = end;
    this.open.records += 1;
    const isFull = this.open.records >= this.maxRecords || end - this.open.byte_start >= maxChunkBytes;
    if (is_oversized || isFull) this.close();
  }

  close(): void {
    if (this.open) this.chunks.push(this.open);
    this.open = undefined;
  }
}
