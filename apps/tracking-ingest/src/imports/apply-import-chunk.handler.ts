import { setTimeout as sleep } from 'node:timers/promises';
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
 * Parts of 512 KiB each in one transaction. Live tracking, a consumer of its own, waits for none of them, but shares the
 * thread: while it works, each part has a transaction of its own.
 */
const maxBatch = 4;
/** Far below the time after which a bus takes a consumer for lost. */
const maxRestMs = 1_000;

@Controller()
export class ApplyImportChunkHandler {
  constructor(
    private readonly parts: ImportPartsRepository,
    private readonly live: LiveTraffic,
  ) {}

  @Consume(chunkParsed, { group: 'tracking-ingest.apply-import-chunks', maxBatch })
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

  /** While activities come in live it rests for as long as it has worked. */
  private async applyEach(messages: Received<ChunkParsed>[]): Promise<Rejection[]> {
    const rejected: Rejection[] = [];
    for (const message of messages) {
      const started = performance.now();
      rejected.push(...(await this.apply([message])));
      if (this.live.isFlowing()) await sleep(Math.min(performance.now() - started, maxRestMs));
    }
    return rejected;
  }
}
