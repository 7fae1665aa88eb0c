import type { Written } from '@tributary/bus/message';
import { idsOfLines, type ChunkParsed, type ImportOperation } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { lineParser } from '../lines/parse-line.js';
import { ChunkParts, type PartLine } from './chunk-parts.js';
import type { ChunkOfFile } from './chunks.repository.js';
import { identifiersIn } from './identifiers-in.js';
import { recordsIn } from './read-chunk.js';
import { shardOf, shards } from './shard-of-line.js';

/** Some lines of a chunk, ready to be published. */
export interface ChunkPart extends Written {
  part: number;
  /**
   * A `ChunkParsed`, in UTF-8: from thread to thread, and to the broker, that is less to hand on than the thousands of values
   * in it, and the garbage collector, which would carry texts along too, has nothing to do with it.
   */
  json: Uint8Array;
}

/** What is in a chunk. */
export interface ChunkContent {
  /** Of each key in file order. The same bytes make the same parts at every attempt. */
  parts: ChunkPart[];
  /** How many lines can be applied. */
  lines: number;
  /** On how many of them each identifier stands. */
  identifiers: Map<string, number>;
}

export interface ChunkBytes {
  chunk: ChunkOfFile;
  bytes: Uint8Array;
}

/** Runs in a thread of its own (`ParsingThread`): it lets nobody else go first. */
export function parseChunk({ chunk, bytes }: ChunkBytes): ChunkContent {
  const parse = lineParser(chunk);
  const context = { idOf: idsOfLines(chunk.execution_id), creation_ts: chunk.creation_ts };
  const open = Array.from({ length: shards }, () => new ChunkParts());
  const content: ChunkContent = { parts: [], lines: 0, identifiers: new Map() };
  const close = (lines: PartLine[], shard: number) =>
    content.parts.push(toPart(chunk, { part: content.parts.length, shard, lines }));
  for (const { line, bytes: record } of recordsIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), chunk)) {
    const parsed = parse(record, { line, ...context });
    if (!('operation' in parsed)) continue;
    const { operation } = parsed;
    const named = identifiersIn(operation);
    for (const name of named) content.identifiers.set(name, (content.identifiers.get(name) ?? 0) + 1);
    const shard = shardOf(operation, named);
    const full = open[shard]?.add({ line, operation }, sizeOf(record, operation));
    if (full) close(full, shard);
    content.lines += 1;
  }
  for (const [shard, parts] of open.entries()) {
    const rest = parts.takeRest();
    if (rest) close(rest, shard);
  }
  return content;
}

/** A row of CSV repeats the names of its columns when it becomes JSON, and may be many times as long then. */
const sizeOf = (record: Buffer, operation: ImportOperation) =>
  'properties' in operation ? Math.max(record.length, operation.properties.length) : record.length;

const utf8 = new TextEncoder();

function toPart(
  { datamart_id, execution_id, chunk, creation_ts }: ChunkOfFile,
  { part, shard, lines }: Pick<ChunkParsed, 'part' | 'shard' | 'lines'>,
): ChunkPart {
  const value: ChunkParsed = { datamart_id, execution_id, chunk, part, shard, creation_ts, lines };
  return { part, key: chunkParsed.key(value), json: utf8.encode(JSON.stringify(value)) };
}
