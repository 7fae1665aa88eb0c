import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Piscina } from 'piscina';
import { parseChunk, type ChunkBytes, type ChunkContent } from './parse-chunk.js';

/** As compiled, also where this file is run from its source. */
const filename = createRequire(import.meta.url).resolve('@tributary/import-worker/pipeline/parse-chunk');

/**
 * Parses chunks while the thread that answers requests does something else: that one is what limits how fast files are
 * imported. It begins with the first chunk, and ends when there has been none for a minute.
 */
@Injectable()
export class ParsingThread implements OnApplicationShutdown {
  private readonly pool = new Piscina<ChunkBytes, ChunkContent>({
    ...{ filename, name: parseChunk.name, minThreads: 0, maxThreads: 1, idleTimeout: 60_000 },
    // Requests, and the database beside it, go first. Elsewhere that would be asked of the whole process.
    niceIncrement: process.platform === 'linux' ? 10 : 0,
  });
  private turn: Promise<unknown> = Promise.resolve();

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool.on('error', (err) => logger.warn({ err }, 'the thread that parses files has ended'));
  }

  /** Takes the bytes' memory with it: they are empty afterwards. Rejects when the thread dies; the next chunk gets a new one. */
  parse(task: ChunkBytes): Promise<ChunkContent> {
    // One at a time: a chunk that waits in the pool when its thread dies would wait for ever.
    const content = this.turn.then(() => this.run(task));
    this.turn = content.catch(() => undefined);
    return content;
  }

  private async run(task: ChunkBytes): Promise<ChunkContent> {
    const end = new AbortController();
    // A thread that cannot even begin says so to the pool alone.
    const died = once(this.pool, 'error', { signal: end.signal }).then(([error]) => Promise.reject(error as Error));
    try {
      const transferList = [task.bytes.buffer as ArrayBuffer];
      return await Promise.race([this.pool.run(task, { transferList }), died]);
    } finally {
      end.abort();
    }
  }

  /** What it is at work on has nobody left who waits for it. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
