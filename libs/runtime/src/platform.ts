import type { Bus } from '@tributary/bus/bus';
import type { Health } from './health.js';
import type { Logger } from './logger.js';
import type { Metrics } from './metrics.js';

/** What every app module is given by the process that runs it. */
export interface Platform {
  bus: Bus;
  logger: Logger;
  health: Health;
  metrics: Metrics;
}
