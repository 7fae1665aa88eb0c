import { query } from '@tributary/database/transaction';
import type { DataSource } from 'typeorm';
import { readRange, type BlobStore } from '../blobs/blob.store.js';
import { idsOfLines } from '@tributary/contracts/imports/import-messages';
import { eventLoopYielder } from '@tributary/bus/consuming/yield-to-event-loop';
import { decodeBeginning } from '../formats/text-decoder.js';
import { lineParser, type BrokenLine } from '../lines/parse-line.js';
import { chunkOfFileColumns, type ChunkOfFile } from '../chunks/chunks.repository.js';
import { readChunk, recordsIn, tooLong, type RecordOfFile } from '../chunks/read-chunk.js';

/** Maximum bytes of a failed line that are quoted. */
const maxContentBytes = 4 * 1024;
/** Approximate number of characters per write to the store. */
const pieceLength = 256 * 1024;

/**
 * The failures of an execution in line order, one JSON object per line. Parsing the chunks with failures again finds the
 * invalid lines; tracking has reported the others. Only one chunk is in memory at a time.
 */
export async function* errorFile(
  execution_id: string,
  dataSource: DataSource,
  blobs: BlobStore,
): AsyncGenerator<Buffer> {
  for (let after = -1; ;) {
    const chunk = await nextChunk(dataSource, execution_id, after);
    if (!chunk) return;
    yield* chunk.is_oversized ? oversizedLine(chunk, blobs) : failedLines(chunk, dataSource, blobs);
    after = chunk.chunk;
  }
}

async function nextChunk(
  dataSource: DataSource,
  execution_id: string,
  after: number,
): Promise<ChunkOfFile | undefined> {
  const { rows } = await query<ChunkOfFile>(
    dataSource,
    `select ${chunkOfFileColumns} from chunks join executions on id = execution_id
      where execution_id = $1 and chunk > $2 and state = 'APPLIED' and chunks.total_failure > 0
      order by chunk limit 1`,
    [execution_id, after],
  );
  return rows[0];
}

async function* failedLines(chunk: ChunkOfFile, dataSource: DataSource, blobs: BlobStore): AsyncGenerator<Buffer> {
  const { execution_id, creation_ts, encoding } = chunk;
  const refused = await refusedLines(dataSource, chunk);
  const parse = lineParser(chunk);
  const idOf = idsOfLines(execution_id, chunk);
  const yieldToEventLoop = eventLoopYielder();
  let text = '';
  for (const record of recordsIn(await readChunk(blobs, chunk), chunk)) {
    const { line } = record;
    const parsed = refused.get(line) ?? parse(record.bytes, { line, idOf, creation_ts });
    if ('error' in parsed) text += toLine(record, parsed, encoding);
    if (text.length >= pieceLength) {
      yield Buffer.from(text);
      text = '';
    }
    await yieldToEventLoop();
  }
  if (text !== '') yield Buffer.from(text);
}

async function* oversizedLine(chunk: ChunkOfFile, blobs: BlobStore): AsyncGenerator<Buffer> {
  const { first_line: line, byte_start: start, byte_end, input_key, encoding } = chunk;
  const bytes = await readRange(blobs, input_key, { start, end: Math.min(byte_end, start + maxContentBytes) });
  yield Buffer.from(toLine({ line, start, end: byte_end, bytes }, tooLong(chunk), encoding));
}

async function refusedLines(
  dataSource: DataSource,
  { execution_id, chunk }: ChunkOfFile,
): Promise<Map<number, BrokenLine>> {
  const { rows } = await query<BrokenLine & { line: string }>(
    dataSource,
    'select line, error_code, error from line_failures where execution_id = $1 and chunk = $2',
    [execution_id, chunk],
  );
  return new Map(rows.map(({ line, error_code, error }) => [Number(line), { error_code, error }]));
}

function toLine({ line, start, bytes }: RecordOfFile, { error_code, error }: BrokenLine, encoding: string): string {
  const content = decodeBeginning(encoding, bytes.subarray(0, maxContentBytes));
  return `${JSON.stringify({ line, byte_offset: start, error_code, error, content })}\n`;
}
