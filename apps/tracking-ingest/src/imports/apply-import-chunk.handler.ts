import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Consume } from '@tributary/bus/consume';
import { groupBy } from '@tributary/bus/group-by';
import type { Received, Rejection } from '@tributary/bus/message';
import { isUnavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { LiveTraffic } from '../activities/live-traffic.js';
import { ImportPartsRepository } from './import-parts.repository.js';

/**
 * Parts that share a transaction. Live tracking, a consumer of its own, waits for none of them, but shares the thread and the
 * database: while it works, one part at a time is applied.
 */
const maxBatch = 8;
/** Far below the time after which a bus takes a consumer for lost. */
const maxRestMs = 1_000;

@Controller()
export class ApplyImportChunkHandler {
  private turn = Promise.resolve();

  constructor(
    private readonly parts: ImportPartsRepository,
    private readonly live: LiveTraffic,
  ) {}

  @Consume(chunkParsed, { group: 'tracking-ingest.apply-import-chunks', maxBatch, concurrency: 2 })
  async handle(@Payload() batch: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const rejected: Rejection[] = [];
    for (const messages of groupBy(batch, ({ value }) => value.execution_id).values())
      rejected.push(...(await (this.live.isFlowing() ? this.applyEach(messages) : this.apply(messages))));
    return rejected;
  }

  /** A part that can never be applied is answered too: its execution would wait for it for ever. */
  private async apply(messages: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const parts = messages.map(({ value }) => value);
    try {
      await this.parts.apply(parts, Date.now());
      return [];
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const [message, ...others] = messages;
      if (!message || others.length > 0) return this.applyEach(messages);
      await this.parts.refuse(message.value, Date.now());
      return [{ message, reason: String(error) }];
    }
  }

  private async applyEach(messages: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const rejected: Rejection[] = [];
    for (const message of messages)
      rejected.push(...(await (this.live.isFlowing() ? this.inTurn(message) : this.apply([message]))));
    return rejected;
  }

  /** One after the other, and after each a rest as long as the work. */
  private async inTurn(message: Received<ChunkParsed>): Promise<Rejection[]> {
    const before = this.turn;
    let endTurn = () => {};
    this.turn = new Promise((resolve) => (endTurn = resolve));
    await before;
    const started = performance.now();
    try {
      return await this.apply([message]);
    } finally {
      setTimeout(endTurn, Math.min(performance.now() - started, maxRestMs));
    }
  }
}
