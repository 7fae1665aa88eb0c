import { Module, type DynamicModule } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import { credentialChanged, directoryChanged } from '@tributary/contracts/topics';
import { databaseProviders } from '@tributary/runtime/database.providers';
import { outboxProviders } from '@tributary/runtime/outbox.providers';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import type { AdminSettings } from './config.js';
import { DashboardContentsController } from './dashboards/dashboard-contents.controller.js';
import { DashboardContentsRepository } from './dashboards/dashboard-contents.repository.js';
import { DashboardsController } from './dashboards/dashboards.controller.js';
import { DashboardsRepository } from './dashboards/dashboards.repository.js';
import { adminDatabase } from './database.js';
import { FIRST_START, FirstStart, type FirstStartOptions } from './first-start.js';
import { PluginAccess } from './plugins/plugin-access.js';
import { PluginVersionsController } from './plugins/plugin-versions.controller.js';
import { PluginVersionsRepository } from './plugins/plugin-versions.repository.js';
import { PluginsController } from './plugins/plugins.controller.js';
import { PluginsRepository } from './plugins/plugins.repository.js';
import { ThrottlingsController } from './throttlings/throttlings.controller.js';
import { ThrottlingsRepository } from './throttlings/throttlings.repository.js';

const dashboards = {
  controllers: [DashboardsController, DashboardContentsController],
  providers: [DashboardsRepository, DashboardContentsRepository],
};
const plugins = {
  controllers: [PluginsController, PluginVersionsController, ThrottlingsController],
  providers: [PluginAccess, PluginsRepository, PluginVersionsRepository, ThrottlingsRepository],
};

@Module({})
export class AdminModule {
  static register(
    settings: AdminSettings & { DATABASE_URL: string },
    platform: Platform,
    showToken: FirstStartOptions['showToken'] = printToken,
  ): DynamicModule {
    return {
      module: AdminModule,
      controllers: [directoryFollower('admin'), ...dashboards.controllers, ...plugins.controllers],
      providers: [
        ...databaseProviders({ ...adminDatabase, url: settings.DATABASE_URL }, platform),
        ...outboxProviders({ app: 'admin', topics: [credentialChanged, directoryChanged] }, platform),
        ...directoryProviders,
        ...dashboards.providers,
        ...plugins.providers,
        { provide: Publisher, useValue: platform.bus.publisher },
        { provide: FIRST_START, useValue: { settings, showToken } },
        FirstStart,
      ],
    };
  }
}

const printToken = (token: string) =>
  process.stdout.write(`\nFirst start. The admin's API token, shown only this once:\n\n  ${token}\n`);
