import { setTimeout as sleep } from 'node:timers/promises';
import type { Publisher } from '@tributary/bus/publisher';
import { ApiError, isUnavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { uuid8 } from '@tributary/contracts/uuid';
import { ChunkParts, type PartLine } from './chunk-parts.js';
import type { ChunkOfFile, ChunksRepository } from './chunks.repository.js';

/** How often a part is published before the whole chunk is parsed again, and how long between. */
const attempts = 5;
const delayMs = 200;

/** Publishes one part after the other: while one is on its way the next is parsed. */
export class PartPublisher {
  private readonly parts = new ChunkParts();
  private readonly applied: ReadonlySet<number>;
  private count = 0;
  private onItsWay: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly chunk: ChunkOfFile,
    private readonly publisher: Publisher,
    private readonly chunks: ChunksRepository,
  ) {
    this.applied = new Set(chunk.applied_parts);
  }

  async add(line: PartLine): Promise<void> {
    const full = this.parts.add(line);
    if (full) await this.publish(full);
  }

  /** How many parts there were, all of them published. */
  async end(): Promise<number> {
    const rest = this.parts.takeRest();
    if (rest) await this.publish(rest);
    await this.onItsWay;
    return this.count;
  }

  /** Waits for the part before: a part that failed must not be overtaken. */
  private async publish(lines: PartLine[]): Promise<void> {
    await this.onItsWay;
    const part = this.count++;
    if (this.applied.has(part)) return;
    const { execution_id, datamart_id, creation_ts, chunk } = this.chunk;
    const value: ChunkParsed = { datamart_id, execution_id, chunk, part, creation_ts, lines };
    this.onItsWay = this.send(value).catch((error) => this.refused(value, error));
    // Whoever waits for it hears of its failure.
    this.onItsWay.catch(() => undefined);
  }

  /** Tracking may be busy for longer than the bus waits: then it has the part, and gets it a second time for nothing. */
  private async send(value: ChunkParsed): Promise<void> {
    const message = { id: uuid8(`${value.execution_id}/${value.chunk}/${value.part}`), value };
    for (let failed = 0; ; failed++) {
      try {
        return await this.publisher.publish(chunkParsed, [message]);
      } catch (error) {
        if (failed >= attempts || !isUnavailable(error)) throw error;
        await sleep(delayMs);
      }
    }
  }

  /** A single line may be more than the bus carries: then it fails, and not the file. */
  private async refused(value: ChunkParsed, error: unknown): Promise<void> {
    if (!(error instanceof ApiError) || error.code !== 'BAD_REQUEST_DATA') throw error;
    const failures = value.lines.map(({ line }) => ({ line, error_code: error.code, error: error.message }));
    await this.chunks.countApplied({ ...value, total_success: 0, failures });
  }
}
