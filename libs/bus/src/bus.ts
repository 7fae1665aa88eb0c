import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { Metric } from 'prom-client';
import type { AnyTopic } from './consume.js';
import type { Publisher } from './publisher.js';
import type { DeadLetterListener } from './told-dead-letters.js';

/** How an app is connected to the others: over Kafka, or within the process. */
export interface Bus {
  publisher: Publisher;
  strategy: CustomTransportStrategy;
  /**
   * False until every consumer has joined its group and, if it is a broadcast one, has caught up; then true. It says
   * nothing of a group that shares its partitions anew, as all of its members would be out of service at once, nor of a
   * broker that is gone: publishing answers SERVICE_UNAVAILABLE then, and taking every app out of service would bring no
   * broker back.
   */
  isReady: () => boolean | Promise<boolean>;
  /** True from the moment when every broadcast consumer has handled what its topics held at the start. */
  hasCaughtUp: () => boolean;
  /** The listener is told of each message of the topic that is about to become a dead letter. */
  onDeadLetters: (topic: AnyTopic, listener: DeadLetterListener) => void;
  /** For the registry of the process. */
  metrics: Metric[];
  /** After the app is closed: sends what is queued, then disconnects. */
  close: () => Promise<void>;
}
