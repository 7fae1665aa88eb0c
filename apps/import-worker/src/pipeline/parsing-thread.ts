import { createRequire } from 'node:module';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { parseChunk, type ChunkBytes, type ChunkContent } from './parse-chunk.js';

/** As compiled, also where this file is run from its source. */
const filename = createRequire(import.meta.url).resolve('@tributary/import-worker/pipeline/parse-chunk');

/**
 * Parses chunks while the thread that answers requests does something else: that one is what limits how fast files are
 * imported. It begins with the first chunk.
 */
@Injectable()
export class ParsingThread implements OnApplicationShutdown {
  private readonly pool = new Piscina<ChunkBytes, ChunkContent>({
    ...{ filename, name: parseChunk.name, minThreads: 0, maxThreads: 1, idleTimeout: 60_000 },
    // A chunk's lines and what becomes of them; little outlives its line.
    resourceLimits: { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 384 },
    // Requests, and the database beside it, go first.
    niceIncrement: 10,
  });

  /** Takes the bytes' memory with it: they are empty afterwards. */
  parse(task: ChunkBytes): Promise<ChunkContent> {
    return this.pool.run(task, { transferList: [task.bytes.buffer as ArrayBuffer] });
  }

  /** What it is at work on has nobody left who waits for it. */
  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }
}
