import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { BusGauge } from './bus-gauges.js';
import type { Publisher } from './publisher.js';

/** How an app is connected to the others: over Kafka, or within the process. */
export interface Bus {
  publisher: Publisher;
  strategy: CustomTransportStrategy;
  /**
   * False until every consumer has joined its group and, if it is a broadcast one, has caught up; and while one has lost
   * its place. It says nothing of publishing, which answers SERVICE_UNAVAILABLE without a broker: an app that only
   * publishes is ready all the same, for taking it out of service would bring no broker back.
   */
  isReady: () => boolean | Promise<boolean>;
  /** True from the moment when every broadcast consumer has handled what its topics held at the start. */
  hasCaughtUp: () => boolean;
  /** For the app's metrics. */
  gauges: BusGauge[];
  /** After the app is closed: sends what is queued, then disconnects. */
  close: () => Promise<void>;
}
