import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/messages/consume';
import type { Received, Rejection } from '@tributary/bus/messages/message';
import { isUnavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import { CombinedCalls } from '@tributary/runtime/combined-calls';
import { LiveTraffic } from '../pace/live-traffic.js';
import { ImportBatchesRepository } from './import-batches.repository.js';

/** Batches of lines that share a transaction. */
const maxBatch = 8;
/** So many beside live activities, which share the thread and the database with them. */
const maxBatchBesideLive = 2;

interface WaitingBatches {
  batches: ChunkParsed[];
  /** On the clock of `performance`. */
  since: number;
}

@Controller()
export class ApplyImportChunkHandler {
  /** Small batches of several shards share a transaction. Two at once keep both the thread and the database busy. */
  private readonly applications = new CombinedCalls<WaitingBatches>((items) => this.applyTogether(items), {
    sizeOf: ({ batches }) => batches.length,
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
      for (let next = 0; next < messages.length;) {
        const most = this.live.isFlowing() ? maxBatchBesideLive : maxBatch;
        rejected.push(...(await this.apply(messages.slice(next, (next += most)))));
      }
    return rejected;
  }

  /** Answers also a batch that can never be applied. Otherwise its execution would never end. */
  private async apply(messages: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const batches = messages.map(({ value }) => value);
    try {
      await this.applications.run({ batches, since: performance.now() });
      return [];
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const [message, ...others] = messages;
      if (!message || others.length > 0) return this.applyEach(messages);
      await this.batches.refuse(message.value, Date.now());
      return [{ message, reason: String(error) }];
    }
  }

  private applyTogether(items: WaitingBatches[]): Promise<void> {
    const batches = items.flatMap((item) => item.batches);
    const since = Math.min(...items.map((item) => item.since));
    return this.live.applyLines(async () => {
      for (const own of Map.groupBy(batches, ({ execution_id }) => execution_id).values())
        await this.batches.apply(own, Date.now());
    }, since);
  }

  private async applyEach(messages: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const rejected: Rejection[] = [];
    for (const message of messages) rejected.push(...(await this.apply([message])));
    return rejected;
  }
}
