import path from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { ActivityAnalysisModule } from '@tributary/activity-analysis/activity-analysis.module';
import { AdminModule } from '@tributary/admin/admin.module';
import { SessionsRepository } from '@tributary/admin/sessions/sessions.repository';
import { AnalyticsModule } from '@tributary/analytics/analytics.module';
import { SessionSource } from '@tributary/gateway/sign-in/session-source';
import { GatewayModule } from '@tributary/gateway/gateway.module';
import { ImportWorkerModule } from '@tributary/import-worker/import-worker.module';
import type { Platform } from '@tributary/runtime/platform';
import { TrackingIngestModule } from '@tributary/tracking-ingest/tracking-ingest.module';
import { WarehouseMetadataModule } from '@tributary/warehouse-metadata/warehouse-metadata.module';
import type { StandaloneConfig } from './config.js';
import { consentOf } from './consent-of.js';
import { tracesOf } from './traces-of.js';

/** In DATA_DIR: the erasures, which a restored database may lack. */
const erasureFile = 'erasures.ndjson';

/** All seven apps in one process: a request reaches its controller without a proxy hop. */
@Module({})
export class StandaloneModule {
  static register(
    config: StandaloneConfig & { DATABASE_URL: string; SECRETS_KEY: string },
    platform: Platform,
  ): DynamicModule {
    const admin = AdminModule.register(config, platform);
    const sessions = { provide: SessionSource, useExisting: SessionsRepository };
    return {
      module: StandaloneModule,
      imports: [
        GatewayModule.register(config, platform, undefined, undefined, {
          sessions: { imports: [admin], provider: sessions },
          traceSource: tracesOf,
          consentSource: consentOf,
        }),
        admin,
        TrackingIngestModule.register(config, platform, path.join(config.DATA_DIR, erasureFile)),
        ActivityAnalysisModule.register(config, platform),
        AnalyticsModule.register(config, platform),
        ImportWorkerModule.register(config, platform),
        WarehouseMetadataModule.register(config, platform),
      ],
    };
  }
}
