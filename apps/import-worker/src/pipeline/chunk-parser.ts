import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import { ChunksRepository, type ChunkId, type ChunkOfFile } from './chunks.repository.js';
import type { ChunkContent } from './parse-chunk.js';
import { ParsingThread } from './parsing-thread.js';
import { PartPublisher } from './part-publisher.js';
import { readChunk } from './read-chunk.js';

/** Most chunks that are parsed ahead, each of another execution and of 4 MiB of its file at most. */
const maxAhead = 4;
/** Of one that has become more than that, as wide rows do, nothing is kept: it is parsed again when it is its turn. */
const maxAheadBytes = 16 * 1024 * 1024;

/** Turns a chunk of a file into messages for tracking, in file order. */
@Injectable()
export class ChunkParser {
  /** By execution, the chunk that comes next. */
  private readonly ahead = new Map<string, { chunk: number; content: Promise<ChunkContent | undefined> }>();

  constructor(
    private readonly chunks: ChunksRepository,
    private readonly blobs: BlobStore,
    private readonly thread: ParsingThread,
    private readonly publisher: Publisher,
  ) {}

  /** True when nothing of the chunk is left to wait for. */
  async parse(id: ChunkId): Promise<boolean> {
    const chunk = await this.chunks.claim(id);
    if (!chunk) return false;
    try {
      const { parts, lines, identifiers } = await this.takeContent(chunk);
      this.parseAhead({ execution_id: chunk.execution_id, chunk: chunk.chunk + 1 });
      await new PartPublisher(chunk, this.publisher, this.chunks).publish(parts);
      const total_failure = chunk.records - lines;
      return await this.chunks.markParsed({ ...id, parts: parts.length, total_failure, identifiers });
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      await this.chunks.fail(id.execution_id, error.message);
      return true;
    }
  }

  private async takeContent(chunk: ChunkOfFile): Promise<ChunkContent> {
    const ahead = this.ahead.get(chunk.execution_id);
    this.ahead.delete(chunk.execution_id);
    const content = ahead?.chunk === chunk.chunk ? await ahead.content : undefined;
    return content ?? this.read(chunk);
  }

  private async read(chunk: ChunkOfFile): Promise<ChunkContent> {
    if (chunk.is_oversized) return { parts: [], lines: 0, identifiers: new Map() };
    return this.thread.parse({ chunk, bytes: await readChunk(this.blobs, chunk) });
  }

  private async readUnlessLarge(chunk: ChunkOfFile): Promise<ChunkContent | undefined> {
    const content = await this.read(chunk);
    const bytes = content.parts.reduce((sum, { json }) => sum + json.length, 0);
    return bytes <= maxAheadBytes ? content : undefined;
  }

  /** While tracking is busy with a chunk the next one is parsed, so that it does not wait for that. */
  private parseAhead(id: ChunkId): void {
    const content = this.chunks.findNext(id).then((chunk) => chunk && this.readUnlessLarge(chunk));
    // What is wrong is found again when it is its turn.
    this.ahead.set(id.execution_id, { chunk: id.chunk, content: content.catch(() => undefined) });
    // Of executions that have come to their end meanwhile, and of more than are worth their memory.
    const [oldest] = this.ahead.keys();
    if (this.ahead.size > maxAhead && oldest !== undefined) this.ahead.delete(oldest);
  }
}
