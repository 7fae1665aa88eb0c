import type { SerializedMessage } from '@tributary/bus/messages/message';
import { idsOfLines, type ChunkParsed, type ImportOperation } from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import { noFindings, type ChunkOfFile, type LineFindings } from '../chunks/chunks.repository.js';
import { recordsIn } from '../chunks/read-chunk.js';
import type { LineContext } from '../lines/line.js';
import { identifiersIn } from '../lines/line-identifier.js';
import { lineParser } from '../lines/parse-line.js';
import { LineBatcher, type BatchLine } from './line-batcher.js';
import { shardOf, shards } from './shard-of-line.js';

/** Some lines of a chunk, serialized for publishing. */
export interface ChunkBatch extends SerializedMessage {
  /** Its number in the chunk, from 0. */
  batch: number;
  /**
   * A `ChunkParsed` as UTF-8 JSON. Bytes are cheaper to pass between threads and to the broker than thousands of values, and
   * they live outside the heap, so the garbage collector does not copy them.
   */
  json: Uint8Array;
}

/** The result of parsing a chunk. */
export interface ChunkContent {
  /** In file order per key. The same bytes make the same batches at every attempt. */
  batches: ChunkBatch[];
  /** How many lines are valid. */
  lines: number;
  findings: LineFindings;
}

export interface ChunkBytes {
  chunk: ChunkOfFile;
  bytes: Uint8Array;
}

/** Runs in a worker thread (`ParsingThread`), because it never yields to the event loop. */
export function parseChunk({ chunk, bytes }: ChunkBytes): ChunkContent {
  const parse = lineParser(chunk);
  const open = Array.from({ length: shards }, () => new LineBatcher());
  const findings = noFindings();
  const content: ChunkContent = { batches: [], lines: 0, findings };
  let isEarly = false;
  const context: Omit<LineContext, 'line' | 'junkExceptions'> = {
    idOf: idsOfLines(chunk.execution_id, chunk),
    creation_ts: chunk.creation_ts,
    leaveOut: (identifiers) => (findings.junk += identifiers),
    ignore: (fields) => fields.forEach((field) => countIn(findings.ignored, field)),
    sawEarlyTime: () => (isEarly = true),
  };
  const close = (lines: BatchLine[], shard: number) =>
    content.batches.push(toBatch(chunk, { batch: content.batches.length, shard, lines }));
  for (const { line, bytes: record } of recordsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), chunk)) {
    isEarly = false;
    const parsed = parse(record, { line, ...context });
    if (!('operation' in parsed)) continue;
    if (isEarly) findings.early += 1;
    const { operation } = parsed;
    const named = identifiersIn(operation);
    for (const name of named) countIn(findings.identifiers, name);
    const shard = chunk.is_ordered ? 0 : shardOf(operation, named);
    const full = open[shard]?.add({ line, operation }, sizeOf(record, operation));
    if (full) close(full, shard);
    content.lines += 1;
  }
  for (const [shard, batcher] of open.entries()) {
    const rest = batcher.flush();
    if (rest) close(rest, shard);
  }
  return content;
}

const countIn = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** The JSON of a CSV row repeats the column names, so it can be many times as long as the row. */
const sizeOf = (record: Buffer, operation: ImportOperation) =>
  'properties' in operation ? Math.max(record.length, operation.properties.length) : record.length;

const utf8 = new TextEncoder();

function toBatch(
  { datamart_id, execution_id, chunk, creation_ts, junk_exceptions, line_secret, credential, user_id }: ChunkOfFile,
  { batch, shard, lines }: Pick<ChunkParsed, 'batch' | 'shard' | 'lines'>,
): ChunkBatch {
  const reading = {
    ...(junk_exceptions?.length && { junk_exceptions }),
    ...(line_secret !== null && { line_secret }),
    ...(credential && { credential }),
    ...(user_id !== null && { user_id }),
  };
  const value: ChunkParsed = { datamart_id, execution_id, chunk, batch, shard, creation_ts, ...reading, lines };
  return { batch, key: chunkParsed.key(value), json: utf8.encode(JSON.stringify(value)) };
}
