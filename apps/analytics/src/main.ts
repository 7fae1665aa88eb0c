import 'reflect-metadata';
import { loadConfig } from '@tributary/runtime/config';
import { runCommand } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { AnalyticsModule } from './analytics.module.js';
import { AnalyticsConfig, AnalyticsServiceConfig } from './config.js';
import { rebuildFacts } from './rebuild-facts.js';

const serve = () => {
  const config = loadConfig(AnalyticsServiceConfig);
  return startService({ name: 'analytics', config, module: (platform) => AnalyticsModule.register(config, platform) });
};

const rebuild = () => rebuildFacts(loadConfig(AnalyticsConfig));

await runCommand({ rebuild }, serve);
