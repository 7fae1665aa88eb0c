import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type Provider,
} from '@nestjs/common';
import { OutboxRelay } from '@tributary/bus/outbox.relay';
import type { AnyTopic } from '@tributary/bus/consume';
import { DataSource } from 'typeorm';
import { watchOutbox } from './outbox-metrics.js';
import type { Platform } from './platform.js';

/** Sends while the app runs; what is left when it stops goes out at the next start. */
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
  /** Those the app produces. */
  topics: AnyTopic[];
}

/** Publishes what the app's transactions put into its outbox. */
export const outboxProviders = ({ app, topics }: OutboxOptions, { bus, logger, metrics }: Platform): Provider[] => [
  {
    provide: OutboxRelay,
    useFactory: (dataSource: DataSource) => {
      const onError = (error: unknown) => logger.warn({ err: error }, 'the outbox waits for its next try');
      const relay = new OutboxRelay({ dataSource, topics, publisher: bus.publisher, onError });
      watchOutbox(metrics, app, relay);
      return relay;
    },
    inject: [DataSource],
  },
  OutboxLifecycle,
];
