import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type Provider,
} from '@nestjs/common';
import { OutboxRelay } from '@tributary/bus/outbox/outbox.relay';
import type { AnyTopic } from '@tributary/bus/messages/consume';
import { DataSource } from 'typeorm';
import { watchOutbox } from './metrics/outbox-metrics.js';
import type { Platform } from './platform.js';

/** Publishes while the app runs. Messages left at the stop are published after the next start. */
@Injectable()
class OutboxLifecycle implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(OutboxRelay) private readonly relay: OutboxRelay) {}

  onApplicationBootstrap(): void {
    this.relay.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.relay.stop();
  }
}

export interface OutboxOptions {
  app: string;
  /** Topics that the app produces. */
  topics: AnyTopic[];
}

/** Publishes the messages that the app's transactions wrote to its outbox. */
export const outboxProviders = ({ app, topics }: OutboxOptions, { bus, logger, metrics }: Platform): Provider[] => [
  {
    provide: OutboxRelay,
    useFactory: (dataSource: DataSource) => {
      const onError = (error: unknown) =>
        logger.warn({ err: error }, 'publishing from the outbox failed and is retried');
      const relay = new OutboxRelay({ dataSource, topics, publisher: bus.publisher, onError });
      watchOutbox(metrics, app, relay);
      return relay;
    },
    inject: [DataSource],
  },
  OutboxLifecycle,
];
