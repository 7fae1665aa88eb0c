import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { breather } from '@tributary/runtime/breather';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { lineParser } from '../lines/parse-line.js';
import { ChunksRepository, type ChunkId, type ChunkOfFile, type ParsedChunk } from './chunks.repository.js';
import { identifiersIn } from './identifiers-in.js';
import { PartPublisher } from './part-publisher.js';
import { readChunk, type RecordOfFile } from './read-chunk.js';
import { shardOf } from './shard-of-line.js';

/** Turns a chunk of a file into messages for tracking, in file order. */
@Injectable()
export class ChunkParser {
  constructor(
    private readonly chunks: ChunksRepository,
    private readonly blobs: BlobStore,
    private readonly publisher: Publisher,
  ) {}

  /** True when nothing of the chunk is left to wait for. */
  async parse(id: ChunkId): Promise<boolean> {
    const chunk = await this.chunks.claim(id);
    if (!chunk) return false;
    try {
      const records = chunk.is_oversized ? [] : await readChunk(this.blobs, chunk);
      return await this.chunks.markParsed(await this.publish(chunk, records));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      await this.chunks.fail(id.execution_id, error.message);
      return true;
    }
  }

  private async publish(chunk: ChunkOfFile, records: RecordOfFile[]): Promise<ParsedChunk> {
    const { execution_id, creation_ts } = chunk;
    const parse = lineParser(chunk);
    const parts = new PartPublisher(chunk, this.publisher, this.chunks);
    const identifiers = new Map<string, number>();
    const breath = breather();
    let valid = 0;
    for (const { line, bytes } of records) {
      const parsed = parse(bytes, { execution_id, line, creation_ts });
      if ('operation' in parsed) {
        valid += 1;
        const keys = identifiersIn(parsed.operation);
        for (const key of keys) identifiers.set(key, (identifiers.get(key) ?? 0) + 1);
        // Most lines have nothing to wait for, and there are millions.
        const full = parts.add({ line, operation: parsed.operation }, shardOf(parsed.operation, keys), bytes.length);
        if (full) await full;
      }
      const pause = breath();
      if (pause) await pause;
    }
    const count = await parts.end();
    return { execution_id, chunk: chunk.chunk, parts: count, total_failure: chunk.records - valid, identifiers };
  }
}
