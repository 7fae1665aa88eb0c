import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { isUnavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import { CombinedCalls } from '@tributary/runtime/combined-calls';
import { LiveTraffic } from '../activities/live-traffic.js';
import { ImportBatchesRepository } from './import-batches.repository.js';

/**
 * Batches of lines that share a transaction. Live activities do not wait for them, but share the thread and the database.
 * So while activities come in live, one batch is applied at a time.
 */
const maxBatch = 8;
/** Far below the time after which the bus considers a consumer lost. */
const maxPauseMs = 1_000;

@Controller()
export class ApplyImportChunkHandler {
  private previous = Promise.resolve();
  /** Small batches of several shards share a transaction. Two at once keep both the thread and the database busy. */
  private readonly applications = new CombinedCalls<ChunkParsed[]>((items) => this.applyTogether(items.flat()), {
    sizeOf: (batches) => batches.length,
    maxSize: maxBatch / 2,
    worthwhileSize: maxBatch / 4,
    concurrency: 2,
  });

  constructor(
    private readonly batches: ImportBatchesRepository,
    private readonly live: LiveTraffic,
  ) {}

  @Consume(chunkParsed, { group: 'tracking-ingest.apply-import-chunks', startsLast: true, maxBatch, concurrency: 8 })
  async handle(@Payload() batch: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const rejected: Rejection[] = [];
    for (const messages of Map.groupBy(batch, ({ value }) => value.execution_id).values())
      rejected.push(...(await (this.live.isFlowing() ? this.applyEach(messages) : this.apply(messages))));
    return rejected;
  }

  /** Answers also a batch that can never be applied. Otherwise its execution would never end. */
  private async apply(messages: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const batches = messages.map(({ value }) => value);
    try {
      await this.applications.run(batches);
      return [];
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const [message, ...others] = messages;
      if (!message || others.length > 0) return this.applyEach(messages);
      await this.batches.refuse(message.value, Date.now());
      return [{ message, reason: String(error) }];
    }
  }

  private async applyTogether(batches: ChunkParsed[]): Promise<void> {
    for (const own of Map.groupBy(batches, ({ execution_id }) => execution_id).values())
      await this.batches.apply(own, Date.now());
  }

  private async applyEach(messages: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const rejected: Rejection[] = [];
    for (const message of messages)
      rejected.push(...(await (this.live.isFlowing() ? this.applyWithPause(message) : this.apply([message]))));
    return rejected;
  }

  /** Applies one batch after the other and pauses after each for as long as it took. */
  private async applyWithPause(message: Received<ChunkParsed>): Promise<Rejection[]> {
    const { previous } = this;
    let endPause = () => {};
    this.previous = new Promise((resolve) => (endPause = resolve));
    await previous;
    const started = performance.now();
    try {
      return await this.apply([message]);
    } finally {
      setTimeout(endPause, Math.min(performance.now() - started, maxPauseMs));
    }
  }
}
