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

/** The chunk's records, cut as they were when the file came. */
export async function readChunk(blobs: BlobStore, chunk: ChunkOfFile): Promise<RecordOfFile[]> {
  const { byte_start: start, byte_end: end, first_line: line, csv_delimiter } = chunk;
  const bytes = await readRange(blobs, chunk.input_key, { start, end });
  const records: RecordOfFile[] = [];
  const scanner = new RecordScanner(
    {
      units: codeUnitsOf(encodingOf(chunk.encoding)),
      ...(csv_delimiter !== null && { delimiters: [csv_delimiter] }),
      from: { start, line },
    },
    (span) => records.push({ ...span, bytes: bytes.subarray(span.start - start, span.end - start) }),
  );
  scanner.push(bytes);
  scanner.end();
  return records;
}
