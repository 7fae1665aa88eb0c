import { readRange, type BlobStore } from '../blobs/blob.store.js';
import { maxLineBytes } from '../formats/chunk-table.js';
import { codeUnitsOf, RecordScanner, type RecordSpan } from '../formats/record-scanner.js';
import { encodingOf } from '../formats/text-decoder.js';
import type { BrokenLine } from '../lines/parse-line.js';
import type { ChunkOfFile } from './chunks.repository.js';

export interface RecordOfFile extends RecordSpan {
  bytes: Buffer;
}

/** The error of a line that is too long to be read. In a table a quote may be why: it holds the rest of the file. */
export const tooLong = ({ csv_delimiter }: Pick<ChunkOfFile, 'csv_delimiter'>): BrokenLine => ({
  error_code: 'BAD_REQUEST_DATA',
  error: `the line exceeds ${maxLineBytes} bytes${csv_delimiter === null ? '' : '; it may have a quote that is not closed'}`,
});

/** Bytes that are scanned before their records are returned. A step takes a few hundred microseconds. */
const scanStepBytes = 16 * 1024;

/** Reads the bytes of a chunk. Their memory is not shared, so it can be transferred to a thread. */
export const readChunk = (
  blobs: BlobStore,
  { input_key, byte_start: start, byte_end: end }: ChunkOfFile,
): Promise<Buffer> => readRange(blobs, input_key, { start, end });

/** The records of a chunk, cut exactly as during the upload. They are cut lazily, step by step. */
export function* recordsIn(bytes: Buffer, chunk: ChunkOfFile): Iterable<RecordOfFile> {
  const { byte_start: start, first_line: line, csv_delimiter } = chunk;
  let found: RecordSpan[] = [];
  const scanner = new RecordScanner(
    {
      units: codeUnitsOf(encodingOf(chunk.encoding)),
      ...(csv_delimiter !== null && { delimiters: [csv_delimiter] }),
      from: { start, line },
    },
    (span) => found.push(span),
  );
  const withBytes = (span: RecordSpan) => ({ ...span, bytes: bytes.subarray(span.start - start, span.end - start) });
  for (let from = 0; from < bytes.length; from += scanStepBytes) {
    scanner.push(bytes.subarray(from, from + scanStepBytes));
    for (const span of found) yield withBytes(span);
    found = [];
  }
  scanner.end();
  for (const span of found) yield withBytes(span);
}
