import { setTimeout as sleep } from 'node:timers/promises';
import { toText } from '@tributary/bus/messages/raw-json';
import type { Publisher } from '@tributary/bus/publishing/publisher';
import { ApiError, isUnavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/imports/import-messages';
import { chunkParsed } from '@tributary/contracts/topics/topics';
import { uuid8 } from '@tributary/contracts/values/uuid';
import type { ChunkOfFile, ChunksRepository } from '../chunks/chunks.repository.js';
import type { ChunkBatch } from './parse-chunk.js';

/** Retries of one publish, and the delay between them. After the last one the whole chunk is parsed again. */
const attempts = 5;
const delayMs = 200;

/**
 * Maximum number of batches in one publish call. While live activities arrive, tracking may rest after every two batches. On
 * the in-process bus the whole call must finish within the publisher's timeout.
 */
const maxBatchesPerCall = 4;

/** Publishes the batches of each shard in order, one call at a time. Shards do not wait for each other. */
export class BatchPublisher {
  constructor(
    private readonly chunk: ChunkOfFile,
    private readonly publisher: Publisher,
    private readonly chunks: Pick<ChunksRepository, 'countApplied'>,
  ) {}

  /** Skips the batches that an earlier attempt applied. */
  async publish(batches: ChunkBatch[]): Promise<void> {
    const applied = new Set(this.chunk.applied_batches);
    const shards = Map.groupBy(
      batches.filter(({ batch }) => !applied.has(batch)),
      ({ key }) => key,
    );
    const sendings = [...shards.values()].map((own) => this.sendInOrder(own));
    // Waits for all shards even if one fails: the next attempt must not run beside this one.
    await Promise.allSettled(sendings);
    await Promise.all(sendings);
  }

  /** Stops at the first failure: a later batch must not overtake the one that failed. */
  private async sendInOrder(batches: ChunkBatch[]): Promise<void> {
    for (let start = 0; start < batches.length; start += maxBatchesPerCall)
      await this.send(batches.slice(start, start + maxBatchesPerCall));
  }

  /** The bus accepts a prefix of a call's messages, or none. So no batch overtakes another of its shard. */
  private async send(batches: ChunkBatch[]): Promise<void> {
    try {
      await this.publishWithRetries(batches);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const [first, ...more] = batches;
      if (first && more.length === 0) return this.countAsFailed(first, error);
      for (const batch of batches) await this.send([batch]);
    }
  }

  /** If tracking is slower than the publish timeout, it receives the batches twice. The second time has no effect. */
  private async publishWithRetries(batches: ChunkBatch[]): Promise<void> {
    const { execution_id, chunk } = this.chunk;
    const messages = batches.map(({ batch, key, json }) => ({
      id: uuid8(`${execution_id}/${chunk}/${batch}`),
      key,
      json,
    }));
    for (let failed = 0; ; failed++) {
      try {
        return await this.publisher.publish(chunkParsed, messages, { background: true });
      } catch (error) {
        if (failed >= attempts || !isUnavailable(error)) throw error;
        await sleep(delayMs);
      }
    }
  }

  /** A single line may be larger than the bus allows. Then the line fails, not the file. */
  private async countAsFailed({ json }: ChunkBatch, { code, message }: ApiError): Promise<void> {
    const value = JSON.parse(toText(json)) as ChunkParsed;
    const failures = value.lines.map(({ line }) => ({ line, error_code: code, error: message }));
    await this.chunks.countApplied(value.execution_id, [
      { ...value, total_success: 0, total_refused_by_choice: 0, failures },
    ]);
  }
}

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'BAD_REQUEST_DATA';
