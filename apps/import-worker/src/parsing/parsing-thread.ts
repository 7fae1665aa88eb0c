import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@tributary/runtime/logger';
import { Piscina } from 'piscina';
import { parseChunk, type ChunkBytes, type ChunkContent } from './parse-chunk.js';

/** The compiled file, even if this one runs from its source. */
const filename = createRequire(import.meta.url).resolve('@tributary/import-worker/parsing/parse-chunk');

/**
 * Parses chunks in a worker thread, because the main thread limits the speed of imports. The worker starts with the first
 * chunk and ends after a minute without one.
 */
@Injectable()
export class ParsingThread implements OnApplicationShutdown {
  private readonly pool = new Piscina<ChunkBytes, ChunkContent>({
    filename,
    name: parseChunk.name,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    // Lower priority than requests and the local database. Only Linux sets it per thread; elsewhere it is per process.
    niceIncrement: process.platform === 'linux' ? 10 : 0,
  });
  private last: Promise<unknown> = Promise.resolve();

  constructor(@Inject(LOGGER) logger: Logger) {
    this.pool.on('error', (err) =>
      logger.warn({ err }, 'the thread that parses files has ended; the next chunk starts a new one'),
    );
  }

  /** Transfers the bytes to the thread: they are empty afterwards. Rejects if the thread dies; the next chunk starts a new one. */
  parse(task: ChunkBytes): Promise<ChunkContent> {
    // One at a time: if the thread dies, the pool never runs a task that waits in its queue.
    const content = this.last.then(() => this.run(task));
    this.last = content.catch(() => undefined);
    return content;
  }

  private async run(task: ChunkBytes): Promise<ChunkContent> {
    const end = new AbortController();
    // If a thread fails to start, only the pool emits an error; the task does not reject.
    const died = once(this.pool, 'error', { signal: end.signal }).then(([error]) => Promise.reject(error as Error));
    try {
      const transferList = [task.bytes.buffer as ArrayBuffer];
      return await Promise.race([this.pool.run(task, { transferList }), died]);
    } finally {
      end.abort();
    }
  }

  /** No caller waits for a running task any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
