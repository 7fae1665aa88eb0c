import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
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

/**
 * Most parts of a shard that are published together. While activities come in live, tracking takes what all shards have on
 * their way one by one, and rests; in process it must be done within the publisher's patience.
 */
const maxBundle = 4;
/** Most parts that wait for their turn. */
const maxWaiting = 16;

/** Lines of which each is applied after the one before it. */
class Shard {
  readonly parts = new ChunkParts();
  waiting: ChunkParsed[] = [];
  /** Sends what waits; rejects for good once something could not be sent. */
  sending?: Promise<void>;
}

/** Publishes the parts of each shard in order, one bundle of it at a time; the shards do not wait for each other. */
export class PartPublisher {
  private readonly shards = Array.from({ length: shards }, () => new Shard());
  private readonly bundles = new Set<Promise<void>>();
  private readonly applied: ReadonlySet<number>;
  private count = 0;
  private waitingCount = 0;

  constructor(
    private readonly chunk: ChunkOfFile,
    private readonly publisher: Publisher,
    private readonly chunks: Pick<ChunksRepository, 'countApplied'>,
  ) {
    this.applied = new Set(chunk.applied_parts);
  }

  /** A line of `size` bytes in the file. Undefined when there is nothing to wait for. */
  add(line: PartLine, shard: number, size: number): Promise<void> | undefined {
    const full = this.shards[shard]?.parts.add(line, size);
    return full && this.publish(full, shard);
  }

  /** How many parts there were, all of them published. */
  async end(): Promise<number> {
    for (const [number, { parts }] of this.shards.entries()) {
      const rest = parts.takeRest();
      if (rest) await this.publish(rest, number);
    }
    await this.settled();
    return this.count;
  }

  /** All of them, also when one has failed: the next attempt must not begin beside this one. */
  async settled(): Promise<void> {
    const sendings = this.shards.map(({ sending }) => sending ?? Promise.resolve());
    await Promise.allSettled(sendings);
    await Promise.all(sendings);
  }

  private async publish(lines: PartLine[], shard: number): Promise<void> {
    const part = this.count++;
    const own = this.shards[shard];
    if (!own || this.applied.has(part)) return;
    const { execution_id, datamart_id, creation_ts, chunk } = this.chunk;
    own.waiting.push({ datamart_id, execution_id, chunk, part, shard, creation_ts, lines });
    this.waitingCount += 1;
    if (!own.sending) {
      // Not at once: parts that are there already go together.
      own.sending = nextTurn().then(() => this.sendWaiting(own));
      // Whoever waits for it hears of its failure.
      own.sending.catch(() => undefined);
    }
    while (this.waitingCount >= maxWaiting)
      await (this.bundles.size > 0 ? Promise.race(this.bundles).catch(() => this.settled()) : nextTurn());
  }

  /** One bundle after the other, and none after one that failed: it must not be overtaken. */
  private async sendWaiting(shard: Shard): Promise<void> {
    while (shard.waiting.length > 0) {
      const bundle = shard.waiting.splice(0, maxBundle);
      this.waitingCount -= bundle.length;
      const sent = this.send(bundle);
      this.bundles.add(sent);
      await sent;
      this.bundles.delete(sent);
    }
    shard.sending = undefined;
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
