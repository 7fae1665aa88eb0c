import { Module, type DynamicModule } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import type { Platform } from '@tributary/runtime/platform';
import { AccessPolicy, CatchUpState } from './access/access.policy.js';
import { CredentialsStore } from './access/credentials.store.js';
import { DirectoryStore } from './access/directory.store.js';
import { FollowAccessHandler } from './access/follow-access.handler.js';
import { ActivitiesController } from './activities/activities.controller.js';
import { ActivityCollector } from './activities/activity-collector.js';

@Module({})
export class GatewayModule {
  static register({ bus }: Pick<Platform, 'bus'>): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [ActivitiesController, FollowAccessHandler],
      providers: [
        AccessPolicy,
        ActivityCollector,
        CredentialsStore,
        DirectoryStore,
        { provide: CatchUpState, useValue: bus },
        { provide: Publisher, useValue: bus.publisher },
      ],
    };
  }
}
