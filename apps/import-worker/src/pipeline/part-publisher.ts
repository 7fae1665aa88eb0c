import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '@tributary/bus/group-by';
import { toText } from '@tributary/bus/written-json';
import type { Publisher } from '@tributary/bus/publisher';
import { ApiError, isUnavailable } from '@tributary/contracts/errors';
import type { ChunkParsed } from '@tributary/contracts/import-messages';
import { chunkParsed } from '@tributary/contracts/topics';
import { uuid8 } from '@tributary/contracts/uuid';
import type { ChunkOfFile, ChunksRepository } from './chunks.repository.js';
import type { ChunkPart } from './parse-chunk.js';

/** How often parts are published before the whole chunk is parsed again, and how long between. */
const attempts = 5;
const delayMs = 200;

/**
 * Most parts of a shard that are published together. While activities come in live, tracking takes what all shards have on
 * their way one by one, and rests; in process it must be done within the publisher's patience.
 */
const maxBundle = 4;

/** Publishes the parts of each shard in order, one bundle of it at a time; the shards do not wait for each other. */
export class PartPublisher {
  constructor(
    private readonly chunk: ChunkOfFile,
    private readonly publisher: Publisher,
    private readonly chunks: Pick<ChunksRepository, 'countApplied'>,
  ) {}

  /** All but those that were applied at an earlier attempt. */
  async publish(parts: ChunkPart[]): Promise<void> {
    const applied = new Set(this.chunk.applied_parts);
    const shards = groupBy(
      parts.filter(({ part }) => !applied.has(part)),
      ({ key }) => key,
    );
    const sendings = [...shards.values()].map((own) => this.sendInOrder(own));
    // Also when one has failed: the next attempt must not begin beside this one.
    await Promise.allSettled(sendings);
    await Promise.all(sendings);
  }

  /** One bundle after the other, and none after one that failed: it must not be overtaken. */
  private async sendInOrder(parts: ChunkPart[]): Promise<void> {
    for (let start = 0; start < parts.length; start += maxBundle)
      await this.send(parts.slice(start, start + maxBundle));
  }

  /** Of a call's messages the bus takes a beginning, or none: no part overtakes another of its shard. */
  private async send(bundle: ChunkPart[]): Promise<void> {
    try {
      await this.patiently(bundle);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const [first, ...more] = bundle;
      if (first && more.length === 0) return this.refused(first, error);
      for (const part of bundle) await this.send([part]);
    }
  }

  /** Tracking may be busy for longer than the bus waits: then it has the parts, and gets them a second time for nothing. */
  private async patiently(bundle: ChunkPart[]): Promise<void> {
    const { execution_id, chunk } = this.chunk;
    const messages = bundle.map(({ part, key, json }) => ({
      id: uuid8(`${execution_id}/${chunk}/${part}`),
      key,
      json,
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
  private async refused({ json }: ChunkPart, { code, message }: ApiError): Promise<void> {
    const value = JSON.parse(toText(json)) as ChunkParsed;
    const failures = value.lines.map(({ line }) => ({ line, error_code: code, error: message }));
    await this.chunks.countApplied(value.execution_id, [{ ...value, total_success: 0, failures }]);
  }
}

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'BAD_REQUEST_DATA';
