import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { BatchMetrics } from './batch-metrics.js';
import type { RunnerCounters } from './batch-runner.js';
import type { AnyTopic } from '../messages/consume.js';
import { toConsumer, type Consumer } from '../messages/consumer.js';
import type { DeadLetterHook } from './notifying-dead-letter-sink.js';

/** The counters of one consumer. */
export interface ConsumerStats extends RunnerCounters {
  group: string;
  topic: string;
}

export interface GroupLag {
  group: string;
  topic: string;
  /** Records published and not yet handled by the group: of a bundled topic in Kafka, each holds several messages. */
  messages: number;
}

export interface Readiness {
  ready: boolean;
  /** Names of the parts that are not ready, for the log. */
  waitingFor: string[];
}

/** Where a group resumes in a partition. */
export interface ResumedPartition {
  partition: number;
  /** The offset of the next message that it gets, unless the broker deletes it first. */
  offset: bigint;
}

/** Called when this process has got partitions of a topic: of a `soleOwner`, all. Repeated until it succeeds. */
export type ResumeHook = (partitions: ResumedPartition[]) => Promise<void>;

/** The part of a Nest transport that both of ours share. */
export abstract class BusStrategy extends Server implements CustomTransportStrategy {
  /** The runner reports what handlers throw. */
  override readonly propagatesEventHandlerErrors = true;
  /** Metrics of the batches of all consumers. */
  readonly batches = new BatchMetrics();
  protected readonly consumers: Consumer[] = [];
  protected readonly deadLetterHooks = new Map<string, DeadLetterHook>();
  protected readonly resumeHooks = new Map<string, ResumeHook>();
  protected readonly startLastHooks: (() => void)[] = [];

  abstract override listen(callback: () => void): void;
  abstract override close(): Promise<void>;
  /** Starts the consumers with `startsLast`. */
  abstract startLast(): void;
  abstract readiness(): Readiness;
  abstract lag(): Promise<GroupLag[]>;
  abstract stats(): ConsumerStats[];

  /** Nest would chain two handlers of one topic; here each is a consumer of its own. */
  override addHandler(
    pattern: string,
    callback: MessageHandler,
    _isEvent?: boolean,
    extras: Record<string, unknown> = {},
  ): void {
    const consumer = toConsumer(callback, extras);
    const isTaken = this.consumers.some(
      ({ topic, group }) => topic.name === consumer.topic.name && group === consumer.group,
    );
    // The two would share the group's messages, and each would miss those of the other.
    if (isTaken) throw new Error(`Two handlers consume ${consumer.topic.name} as ${consumer.group}`);
    this.consumers.push(consumer);
    this.added(consumer);
    this.messageHandlers.set(`${pattern} as ${consumer.group}`, callback);
  }

  /**
   * The groups whose messages may be suspect. Not broadcast consumers: what those of all processes have in flight adds up under one
   * name, and a state that is skipped, such as a revoked access, does harm.
   */
  protected readonly suspectableGroups = (): string[] => [
    ...new Set(this.consumers.filter(({ broadcast }) => !broadcast).map(({ group }) => group)),
  ];

  /** Sets the hook for the topic's dead letters; it replaces an earlier one. */
  onDeadLetters({ name }: AnyTopic, hook: DeadLetterHook): void {
    this.deadLetterHooks.set(name, hook);
  }

  onStartLast(hook: () => void): void {
    this.startLastHooks.push(hook);
  }

  /** Sets the hook for the topic's partitions; it replaces an earlier one. In process a topic has none. */
  onResume({ name, bundled }: AnyTopic, hook: ResumeHook): void {
    if (bundled) throw new TypeError(`${name} is bundled: its messages have no positions to compare`);
    this.resumeHooks.set(name, hook);
  }

  /** Called for each consumer, before `listen`. */
  protected added(_consumer: Consumer): void {}

  on(): never {
    throw new Error('The bus has no events; see readiness, lag and stats');
  }

  unwrap<T>(): T {
    return this.consumers as T;
  }
}
