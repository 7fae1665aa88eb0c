import { readRange, type BlobStore } from '../blobs/blob.store.js';
import { codeUnitsOf, RecordScanner, type RecordSpan } from '../formats/record-scanner.js';
import { encodingOf } from '../formats/text-decoder.js';
import { maxLineBytes } from '../formats/chunk-table.js';
import type { BrokenLine } from '../lines/parse-line.js';
import type { ChunkOfFile } from './chunks.repository.js';

/** A record and its bytes. */
export interface RecordOfFile extends RecordSpan {
  bytes: Buffer;
}

/** What a line is said to be that is never read. */
export const tooLong: BrokenLine = { error_code: 'BAD_REQUEST_DATA', error: `the line exceeds ${maxLineBytes} bytes` };

/** So many bytes are looked through before the records among them are worked on: in a few hundred microseconds. */
const scannedBytes = 16 * 1024;

/** Of memory that is nobody else's, so that a thread can take it over. */
export const readChunk = (
  blobs: BlobStore,
  { input_key, byte_start: start, byte_end: end }: ChunkOfFile,
): Promise<Buffer> => readRange(blobs, input_key, { start, end });

/** The chunk's records, cut as they were when the file came; cutting is part of the work of going through them. */
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
  for (let from = 0; from < bytes.length; from += scannedBytes) {
    scanner.push(bytes.subarray(from, from + scannedBytes));
    for (const span of found) yield withBytes(span);
    found = [];
  }
  scanner.end();
  for (const span of found) yield withBytes(span);
}
