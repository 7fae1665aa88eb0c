import { Injectable } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { BlobMissing, BlobStore } from '../blobs/blob.store.js';
import {
  ChunksRepository,
  noFindings,
  type ChunkId,
  type ChunkOfFile,
  type ChunkRequest,
} from '../chunks/chunks.repository.js';
import { readChunk } from '../chunks/read-chunk.js';
import { ImportMetrics } from '../import-metrics.js';
import { BatchPublisher } from './batch-publisher.js';
import type { ChunkContent } from './parse-chunk.js';
import { ParsingThread } from './parsing-thread.js';

/** Maximum number of prefetched chunks: one per execution, each up to 4 MiB of its file. */
const maxPrefetched = 4;
/** A prefetched chunk whose batches exceed this (wide CSV rows) is discarded, and parsed again when it is requested. */
const maxPrefetchedBytes = 16 * 1024 * 1024;

/** Parses a chunk and publishes its batches to tracking, in file order. */
@Injectable()
export class ChunkParser {
  /** The next chunk of each execution. */
  private readonly prefetched = new Map<string, { chunk: number; content: Promise<ChunkContent | undefined> }>();

  constructor(
    private readonly chunks: ChunksRepository,
    private readonly blobs: BlobStore,
    private readonly thread: ParsingThread,
    private readonly publisher: Publisher,
    private readonly metrics: ImportMetrics,
  ) {}

  /** True if this ends the chunk: all its batches are applied, or its execution has failed. */
  async parse(id: ChunkRequest): Promise<boolean> {
    const chunk = await this.chunks.claim(id);
    if (!chunk) return false;
    try {
      const { batches, lines, findings } = await this.takeContent(chunk);
      this.prefetch({ execution_id: chunk.execution_id, chunk: chunk.chunk + 1 });
      await new BatchPublisher(chunk, this.publisher, this.chunks).publish(batches);
      const total_failure = chunk.records - lines;
      const isEnd = await this.chunks.markParsed({ ...id, batches: batches.length, total_failure, findings });
      this.metrics.found(findings);
      return isEnd;
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      await this.chunks.fail(id.execution_id, error.message);
      return true;
    }
  }

  private async takeContent(chunk: ChunkOfFile): Promise<ChunkContent> {
    const next = this.prefetched.get(chunk.execution_id);
    this.prefetched.delete(chunk.execution_id);
    const content = next?.chunk === chunk.chunk ? await next.content : undefined;
    return content ?? this.read(chunk);
  }

  private async read(chunk: ChunkOfFile): Promise<ChunkContent> {
    if (chunk.is_oversized) return { batches: [], lines: 0, findings: noFindings() };
    return this.thread.parse({ chunk, bytes: await readChunk(this.blobs, chunk) });
  }

  private async readUnlessLarge(chunk: ChunkOfFile): Promise<ChunkContent | undefined> {
    const content = await this.read(chunk);
    const bytes = content.batches.reduce((sum, { json }) => sum + json.length, 0);
    return bytes <= maxPrefetchedBytes ? content : undefined;
  }

  /** Parses the next chunk while tracking applies this one, so that tracking does not wait. */
  private prefetch(id: ChunkId): void {
    const content = this.chunks.findNext(id).then((chunk) => chunk && this.readUnlessLarge(chunk));
    // An error is ignored here: it occurs again when the chunk is requested.
    this.prefetched.set(id.execution_id, { chunk: id.chunk, content: content.catch(() => undefined) });
    // Bounds the memory. The chunk of an execution that has ended goes the same way.
    const [oldest] = this.prefetched.keys();
    if (this.prefetched.size > maxPrefetched && oldest !== undefined) this.prefetched.delete(oldest);
  }
}
