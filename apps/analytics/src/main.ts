import 'reflect-metadata';
import { loadConfig } from '@tributary/runtime/config';
import { runCommand, runProcess } from '@tributary/runtime/main';
import { startService } from '@tributary/runtime/service';
import { AnalyticsModule } from './analytics.module.js';
import { AnalyticsServiceConfig } from './config.js';

const serve = () => {
  const config = loadConfig(AnalyticsServiceConfig);
  return startService({ name: 'analytics', config, module: (platform) => AnalyticsModule.register(config, platform) });
};

await runCommand({}, () => runProcess(serve));
