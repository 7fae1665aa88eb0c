import { breather } from '@tributary/runtime/breather';
import type { BlobStore } from '../blobs/blob.store.js';
import { lineParser } from '../lines/parse-line.js';
import type { PartLine } from './chunk-parts.js';
import type { ChunkOfFile } from './chunks.repository.js';
import { identifiersIn } from './identifiers-in.js';
import { readChunk } from './read-chunk.js';
import { shardOf } from './shard-of-line.js';

/** What a chunk holds. */
export interface ChunkLines {
  /** Those that can be applied, in file order; `bytes` is the length in the file. */
  lines: { line: PartLine; shard: number; bytes: number }[];
  /** On how many of them each identifier stands. */
  identifiers: ReadonlyMap<string, number>;
}

/** Reads the chunk; throws `BlobMissing` when its file is gone. */
export async function parseChunk(blobs: BlobStore, chunk: ChunkOfFile): Promise<ChunkLines> {
  const { execution_id, creation_ts } = chunk;
  const records = chunk.is_oversized ? [] : await readChunk(blobs, chunk);
  const parse = lineParser(chunk);
  const lines: ChunkLines['lines'] = [];
  const identifiers = new Map<string, number>();
  const breath = breather();
  for (const { line, bytes } of records) {
    const parsed = parse(bytes, { execution_id, line, creation_ts });
    if ('operation' in parsed) {
      const { operation } = parsed;
      const keys = identifiersIn(operation);
      for (const key of keys) identifiers.set(key, (identifiers.get(key) ?? 0) + 1);
      lines.push({ line: { line, operation }, shard: shardOf(operation, keys), bytes: bytes.length });
    }
    const pause = breath();
    if (pause) await pause;
  }
  return { lines, identifiers };
}
