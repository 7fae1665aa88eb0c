import type { CustomTransportStrategy } from '@nestjs/microservices';
import type { BusGauge } from './bus-gauges.js';
import type { Publisher } from './publisher.js';

/** How an app is connected to the others: over Kafka, or within the process. */
export interface Bus {
  publisher: Publisher;
  strategy: CustomTransportStrategy;
  /** False while messages can't be published or received. */
  isReady: () => boolean | Promise<boolean>;
  /** True from the moment when every broadcast consumer has handled what its topics held at the start. */
  hasCaughtUp: () => boolean;
  /** For the app's metrics. */
  gauges: BusGauge[];
  /** After the app is closed: sends what is queued, then disconnects. */
  close: () => Promise<void>;
}
