import { Server, type CustomTransportStrategy, type MessageHandler } from '@nestjs/microservices';
import { BatchMetrics } from './batch-metrics.js';
import type { RunnerCounters } from './batch-runner.js';
import type { AnyTopic } from './consume.js';
import { toConsumer, type Consumer } from './consumer.js';
import type { DeadLetterListener } from './told-dead-letters.js';

/** One consumer's work so far. */
export interface ConsumerStats extends RunnerCounters {
  group: string;
  topic: string;
}

export interface GroupLag {
  group: string;
  topic: string;
  /** Messages published and not yet handled by the group. */
  messages: number;
}

export interface Readiness {
  ready: boolean;
  /** What is not ready, in words. */
  waitingFor: string[];
}

/** What Nest asks of a transport, and what both of ours answer the same way. */
export abstract class BusStrategy extends Server implements CustomTransportStrategy {
  /** The runner reports what handlers throw. */
  override readonly propagatesEventHandlerErrors = true;
  /** Of all consumers. */
  readonly batches = new BatchMetrics();
  protected readonly consumers: Consumer[] = [];
  protected readonly deadLetterListeners = new Map<string, DeadLetterListener>();

  abstract override listen(callback: () => void): void;
  abstract override close(): Promise<void>;
  abstract readiness(): Readiness;
  abstract lag(): Promise<GroupLag[]>;
  abstract stats(): ConsumerStats[];

  /** Nest would chain two handlers of one topic behind each other; here each is a consumer of its own. */
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
    // They would share the group's messages, and each miss what the other gets.
    if (isTaken) throw new Error(`Two handlers consume ${consumer.topic.name} as ${consumer.group}`);
    this.consumers.push(consumer);
    this.added(consumer);
    this.messageHandlers.set(`${pattern} as ${consumer.group}`, callback);
  }

  /** From now on the listener is told of the topic's dead letters, in place of any other. */
  onDeadLetters({ name }: AnyTopic, listener: DeadLetterListener): void {
    this.deadLetterListeners.set(name, listener);
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
