import { Module, type DynamicModule } from '@nestjs/common';
import { Publisher } from '@tributary/bus/publisher';
import type { Platform } from '@tributary/runtime/platform';
import { directoryFollower, directoryProviders } from '@tributary/security/directory.providers';
import { AccessPolicy, CatchUpState } from './access/access.policy.js';
import { CredentialsStore } from './access/credentials.store.js';
import { FollowCredentialsHandler } from './access/follow-credentials.handler.js';
import { ActivitiesController } from './activities/activities.controller.js';
import { ActivityCollector } from './activities/activity-collector.js';

@Module({})
export class GatewayModule {
  static register({ bus }: Pick<Platform, 'bus'>): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [ActivitiesController, FollowCredentialsHandler, directoryFollower('gateway')],
      providers: [
        AccessPolicy,
        ActivityCollector,
        CredentialsStore,
        ...directoryProviders,
        { provide: CatchUpState, useValue: bus },
        { provide: Publisher, useValue: bus.publisher },
      ],
    };
  }
}
