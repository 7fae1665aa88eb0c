import { setTimeout as sleep } from 'node:timers/promises';
import { Stopped, type Control } from '../consuming/batch-runner.js';
import type { ConsumerStats } from '../consuming/bus.strategy.js';
import type { Consumer } from '../messages/consumer.js';
import { accessError } from './access-error.js';
import { CatchUp } from './catch-up.js';
import { decode } from './records/envelope.js';
import { TopicRunners } from './topic-runners.js';
import { brokerClient, type KafkaConnection } from './kafka-client.js';
import type { KafkaGroupOptions } from './kafka-group.js';
import type { KafkaOffsets } from './kafka-offsets.js';
import type { PartitionWork } from './wire/leader-loop.js';
import { PartitionReader } from './wire/partition-reader.js';
import {
  noError,
  offsetOutOfRange,
  partitionName,
  protocolError,
  type BrokerConnection,
  type FetchedPartition,
  type PartitionName,
  type PartitionPosition,
} from './wire/broker-connection.js';

type KafkaBroadcastOptions = KafkaConnection &
  Pick<KafkaGroupOptions, 'deadLetters' | 'onCrash' | 'retry' | 'observe' | 'inFlight'> & {
    offsets: Pick<KafkaOffsets, 'ranges'>;
  };

const retryMs = 500;
/** Limits of an answer. All its records are objects at once, and the topics are read from their start. */
const limits = { maxWaitMs: 500, maxBytes: 1024 * 1024 };

/**
 * The broadcast consumers of this process with one name: they get every message of their topics, from the start. They
 * belong to no group of Kafka, where a process that comes back waits for the session that it had before; a gateway must
 * learn of a revoked token at once, also while a broker is down.
 */
export class KafkaBroadcast implements PartitionWork {
  private readonly runners: TopicRunners;
  private readonly progress: CatchUp;
  private readonly reader: PartitionReader;
  private isClosing = false;

  constructor(
    private readonly name: string,
    readonly consumers: Consumer[],
    private readonly options: KafkaBroadcastOptions,
  ) {
    const { deadLetters, retry, observe, inFlight, logger } = options;
    const warn = (message: string) => logger.warn(message);
    this.runners = new TopicRunners(name, consumers, { deadLetters, retry, observe, inFlight, warn });
    const { topics } = this.runners;
    this.progress = new CatchUp(topics, options.offsets);
    this.reader = new PartitionReader({
      brokers: options.brokers,
      client: brokerClient(options),
      warn: (message) => logger.warn(`${name} ${message}`),
      topics,
      work: this,
      limits,
      pauseMs: 0,
      onFailure: (error) => this.failed(error),
    });
  }

  /** Returns at once. It reads as soon as the brokers allow. */
  start(): void {
    void this.read();
  }

  waitsFor(): string | undefined {
    return this.progress.isDone() ? undefined : `${this.name} to catch up`;
  }

  /** Whether it has handled what its topics held at the start. Stays true: later messages are lag. */
  hasCaughtUp(): boolean {
    return this.progress.isDone();
  }

  /** Whether its topics are still empty, as on a new broker, and will be filled. */
  hasNothingToFollow(): boolean {
    return this.progress.isEmpty() && !this.consumers.every(({ mayStayEmpty }) => mayStayEmpty);
  }

  stats(): ConsumerStats[] {
    return this.runners.stats();
  }

  lag(topic: string): Promise<number> {
    return this.progress.lag(topic);
  }

  /** Lets the running handlers finish, and reads no more. */
  async close(): Promise<void> {
    this.isClosing = true;
    await this.reader.stop();
  }

  async positions(leader: BrokerConnection, partitions: PartitionName[]): Promise<PartitionPosition[]> {
    const unknown = partitions.filter(({ topic, partition }) => this.progress.nextOf(topic, partition) === undefined);
    if (unknown.length > 0) await this.begin(leader, unknown);
    return partitions.map(({ topic, partition }) => {
      return { topic, partition, offset: this.progress.nextOf(topic, partition) ?? 0n };
    });
  }

  async take(fetched: FetchedPartition, isStopped: () => boolean): Promise<void> {
    const { topic, partition, errorCode, records } = fetched;
    // The topic was deleted and created again, or its first records are gone.
    if (errorCode === offsetOutOfRange) this.progress.forget(topic, partition);
    if (errorCode !== noError) throw protocolError(errorCode);
    const { consumer, runner } = this.runners.of(topic);
    const control: Control = { isStopped, heartbeat: () => Promise.resolve() };
    const position = this.progress.nextOf(topic, partition) ?? 0n;
    const fresh = records.filter(({ offset }) => BigInt(offset) >= position);
    for (let first = 0; first < fresh.length; first += consumer.maxBatch) {
      const batch = fresh.slice(first, first + consumer.maxBatch).map((record) => decode(topic, partition, record));
      await runner.run(batch, control).catch(unlessStopped);
      if (isStopped()) return;
      this.progress.advance(topic, partition, BigInt(batch.at(-1)!.original.offset) + 1n);
    }
    if (fetched.next !== undefined) this.progress.advance(topic, partition, fetched.next);
  }

  private async begin(leader: BrokerConnection, partitions: PartitionName[]): Promise<void> {
    const [starts, ends] = [await leader.offsets(partitions, 'first'), await leader.offsets(partitions, 'next')];
    const failed = [...starts, ...ends].find(({ errorCode }) => errorCode !== noError);
    if (failed) throw protocolError(failed.errorCode);
    const endOf = new Map(ends.map((end) => [partitionName(end), end.offset]));
    for (const { topic, partition, offset } of starts) {
      // Another leader may have answered meanwhile.
      if (this.progress.nextOf(topic, partition) !== undefined) continue;
      this.progress.begin({ topic, partition }, offset, endOf.get(partitionName({ topic, partition })) ?? offset);
    }
  }

  /** The ends of the topics decide when it has caught up. */
  private async read(): Promise<void> {
    for (let attempt = 0; !this.isClosing; attempt++) {
      try {
        await this.progress.captureTargets();
        this.reader.start();
        return;
      } catch (error) {
        if (attempt === 0) this.options.logger.warn(`${this.name} cannot start yet and retries: ${String(error)}`);
        this.failed(error);
        await sleep(retryMs);
      }
    }
  }

  /** Retries cannot mend an access error. */
  private failed(error: unknown): void {
    const denied = accessError(error);
    if (denied && !this.isClosing) this.options.onCrash(denied);
  }
}

function unlessStopped(error: unknown): void {
  if (!(error instanceof Stopped)) throw error;
}
