import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { ChunksRepository, type ChunkId, type ChunkOfFile, type ParsedChunk } from './chunks.repository.js';
import { PartPublisher } from './part-publisher.js';
import { parseChunk, type ChunkLines } from './parse-chunk.js';

/** Most chunks that are parsed ahead, each of another execution and of 4 MiB at most. */
const maxAhead = 4;

/** Turns a chunk of a file into messages for tracking, in file order. */
@Injectable()
export class ChunkParser {
  /** By execution, the chunk that comes next. */
  private readonly ahead = new Map<string, { chunk: number; lines: Promise<ChunkLines | undefined> }>();

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
      return await this.chunks.markParsed(await this.publish(chunk, await this.linesOf(chunk)));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      await this.chunks.fail(id.execution_id, error.message);
      return true;
    }
  }

  private async linesOf(chunk: ChunkOfFile): Promise<ChunkLines> {
    const ahead = this.ahead.get(chunk.execution_id);
    this.ahead.delete(chunk.execution_id);
    const lines = ahead?.chunk === chunk.chunk ? await ahead.lines : undefined;
    return lines ?? parseChunk(this.blobs, chunk);
  }

  private async publish(chunk: ChunkOfFile, { lines, identifiers }: ChunkLines): Promise<ParsedChunk> {
    const { execution_id, records } = chunk;
    const parts = new PartPublisher(chunk, this.publisher, this.chunks);
    for (const { line, shard, bytes } of lines) {
      // Most lines have nothing to wait for, and there are millions.
      const full = parts.add(line, shard, bytes);
      if (full) await full;
    }
    const out = parts.end();
    this.parseAhead({ execution_id, chunk: chunk.chunk + 1 });
    const total_failure = records - lines.length;
    return { execution_id, chunk: chunk.chunk, parts: await out, total_failure, identifiers };
  }

  /** While tracking is busy with a chunk the next one is parsed, so that it does not wait for that. */
  private parseAhead(id: ChunkId): void {
    const lines = this.chunks.findNext(id).then((chunk) => chunk && parseChunk(this.blobs, chunk));
    // What is wrong is found again when it is its turn.
    this.ahead.set(id.execution_id, { chunk: id.chunk, lines: lines.catch(() => undefined) });
    // Of executions that have come to their end meanwhile, and of more than are worth their memory.
    const [oldest] = this.ahead.keys();
    if (this.ahead.size > maxAhead && oldest !== undefined) this.ahead.delete(oldest);
  }
}
