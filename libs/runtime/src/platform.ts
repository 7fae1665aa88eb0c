import type { Bus } from '@tributary/bus/bus';
import type { Health } from './health.js';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics/metrics.js';

/** Services that a process provides to every app module. */
export interface Platform {
  bus: Bus;
  logger: Logger;
  health: Health;
  metrics: Metrics;
}
