import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Metric } from 'prom-client';
import type { ResumeHook } from './consuming/bus.strategy.js';
import type { DeadLetterHook } from './consuming/notifying-dead-letter-sink.js';
import type { Follower, Following } from './following/follower.js';
import type { AnyTopic } from './messages/consume.js';
import type { Publisher } from './publishing/publisher.js';

/** How an app is connected to the others: over Kafka, or within the process. */
export interface Bus {
  publisher: Publisher;
  strategy: CustomTransportStrategy;
  /**
   * False until every shared consumer has joined its group and every broadcast consumer has caught up; true from then on.
   * A rebalance does not make it false: it would take all members of a group out of service at once. Nor does a broker
   * that is down: publishing then fails with SERVICE_UNAVAILABLE, and taking every app out of service would not help.
   */
  isReady: () => boolean | Promise<boolean>;
  /** True once every broadcast consumer has handled what its topics held at the start. */
  hasCaughtUp: () => boolean;
  /** True while this process has the partitions of all its consumers with `soleOwner`. In process it always has. */
  isSoleOwner: () => boolean;
  /** True while another process is known to have them. Neither is true while the broker has not answered yet. */
  standsBy: () => boolean;
  /** Starts the consumers with `startsLast`. Called when the modules have bootstrapped. */
  startLast: () => void;
  /** The hook is called when these consumers start: for other work that decides by what the broadcast topics hold. */
  onStartLast: (hook: () => void) => void;
  /** The hook is called when this process has got partitions of the topic; in process never. */
  onResume: (topic: AnyTopic, hook: ResumeHook) => void;
  /** The hook is called for each message of the topic before it becomes a dead letter. */
  onDeadLetters: (topic: AnyTopic, hook: DeadLetterHook) => void;
  /** Shows a follower the messages that any process publishes to the topics from now on, once they are durable. */
  follow: (topics: AnyTopic[], follower: Follower) => Following;
  /** The messages that each organisation has in the queue to publish. */
  publications: () => { organisation_id: string; held: number; waiting: number }[];
  /** For the registry of the process. */
  metrics: Metric[];
  /** Sends what is queued, then disconnects. Call it after the app is closed. */
  close: () => Promise<void>;
}

/** The logger that the bus needs; pino's fits. */
export interface BusLogger {
  warn(message: string): void;
  debug(message: string): void;
}
