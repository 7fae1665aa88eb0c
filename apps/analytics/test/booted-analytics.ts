import path from 'node:path';
import { connectInProcess } from '@tributary/bus/in-process-bus';
import { startApp } from '@tributary/runtime/app';
import { Health } from '@tributary/runtime/health';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics';
import { AnalyticsModule } from '../src/analytics.module.js';
import { AnalyticsConfig } from '../src/config.js';

/** The app with a server of its own, the in-process bus and a DuckDB file in the directory. */
export async function bootAnalytics(directory: string) {
  const logger = createLogger('analytics', 'silent');
  const bus = connectInProcess({ deadLetterDirectory: path.join(directory, 'dead-letters'), logger });
  const platform = { bus, logger, health: new Health(), metrics: new Metrics('analytics') };
  const module = AnalyticsModule.register(AnalyticsConfig.parse({ DATA_DIR: directory }), platform);
  const { url, stop } = await startApp({ module, platform, port: 0, host: '127.0.0.1' });
  return { url, stop, publisher: bus.publisher };
}

export type BootedAnalytics = Awaited<ReturnType<typeof bootAnalytics>>;
