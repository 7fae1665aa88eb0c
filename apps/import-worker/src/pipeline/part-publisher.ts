import { setTimeout as sleep } from 'node:timers/promises';
import type { Publisher } from '@tributary/bus/publisher';
import { ApiError, isUnavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { uuid8 } from '@tributary/contracts/uuid';
import { ChunkParts, type PartLine } from './chunk-parts.js';
import type { ChunkOfFile, ChunksRepository } from './chunks.repository.js';
import { shards } from './shard-of-line.js';

/** How often parts are published before the whole chunk is parsed again, and how long between. */
const attempts = 5;
const delayMs = 200;

/** Most parts that are published together, and that wait meanwhile: tracking takes half as many in one transaction. */
const maxBundle = 8;

/** Publishes the parts of each shard in order: while some are on their way the next are parsed, to go together. */
export class PartPublisher {
  private readonly parts = Array.from({ length: shards }, () => new ChunkParts());
  private readonly applied: ReadonlySet<number>;
  private count = 0;
  private waiting: ChunkParsed[] = [];
  private bundle: Promise<void> = Promise.resolve();
  private sending?: Promise<void>;

  constructor(
    private readonly chunk: ChunkOfFile,
    private readonly publisher: Publisher,
    private readonly chunks: ChunksRepository,
  ) {
    this.applied = new Set(chunk.applied_parts);
  }

  /** A line of `size` bytes in the file. Undefined when there is nothing to wait for. */
  add(line: PartLine, shard: number, size: number): Promise<void> | undefined {
    const full = this.parts[shard]?.add(line, size);
    return full && this.publish(full, shard);
  }

  /** How many parts there were, all of them published. */
  async end(): Promise<number> {
    for (const [shard, parts] of this.parts.entries()) {
      const rest = parts.takeRest();
      if (rest) await this.publish(rest, shard);
    }
    await this.sending;
    return this.count;
  }

  private async publish(lines: PartLine[], shard: number): Promise<void> {
    const part = this.count++;
    if (this.applied.has(part)) return;
    const { execution_id, datamart_id, creation_ts, chunk } = this.chunk;
    this.waiting.push({ datamart_id, execution_id, chunk, part, shard, creation_ts, lines });
    if (!this.sending) {
      this.sending = this.sendWaiting();
      // Whoever waits for it hears of its failure.
      this.sending.catch(() => undefined);
    }
    while (this.waiting.length >= maxBundle) await this.bundle;
  }

  /** One bundle after the other, and none after one that failed: it must not be overtaken. */
  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0) {
      const bundle = this.waiting;
      this.waiting = [];
      this.bundle = this.send(bundle);
      await this.bundle;
    }
    this.sending = undefined;
  }

  /** Of a call's messages the bus takes a beginning, or none: no part overtakes another of its shard. */
  private async send(bundle: ChunkParsed[]): Promise<void> {
    try {
      await this.patiently(bundle);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const [first, ...more] = bundle;
      if (first && more.length === 0) return this.refused(first, error);
      for (const value of bundle) await this.send([value]);
    }
  }

  /** Tracking may be busy for longer than the bus waits: then it has the parts, and gets them a second time for nothing. */
  private async patiently(bundle: ChunkParsed[]): Promise<void> {
    const messages = bundle.map((value) => ({
      id: uuid8(`${value.execution_id}/${value.chunk}/${value.part}`),
      value,
    }));
    for (let failed = 0; ; failed++) {
      try {
        return await this.publisher.publish(chunkParsed, messages, { isPatient: true });
      } catch (error) {
        if (failed >= attempts || !isUnavailable(error)) throw error;
        await sleep(delayMs);
      }
    }
  }

  /** A single line may be more than the bus carries: then it fails, and not the file. */
  private async refused(value: ChunkParsed, { code, message }: ApiError): Promise<void> {
    const failures = value.lines.map(({ line }) => ({ line, error_code: code, error: message }));
    await this.chunks.countApplied(value.execution_id, [{ ...value, total_success: 0, failures }]);
  }
}

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'BAD_REQUEST_DATA';
