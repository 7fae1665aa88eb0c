import { Module, type DynamicModule } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import type { Platform } from '@tributary/runtime/platform';
import { CredentialsStore } from './access/credentials.store.js';
import { DirectoryStore } from './access/directory.store.js';
import { FollowAccessHandler } from './access/follow-access.handler.js';
import { ActivitiesController } from './activities/activities.controller.js';

@Module({})
export class GatewayModule {
  static register({ bus }: Platform): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [ActivitiesController, FollowAccessHandler],
      providers: [CredentialsStore, DirectoryStore, { provide: Publisher, useValue: bus.publisher }],
      exports: [CredentialsStore, DirectoryStore],
    };
  }
}
