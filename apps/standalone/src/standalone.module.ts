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
import type { ModuleRef } from '@nestjs/core';
import { ChannelScopes } from '@tributary/admin/processings/channel-scopes';
import type { ConsentSource } from '@tributary/gateway/consent/consent-source';
import { RefusedByChoiceRepository } from '@tributary/tracking-ingest/consent/refused-by-choice.repository';
import { SelectionPreviews } from '@tributary/tracking-ingest/consent/selection-previews';
import { WaitingTracesRepository } from '@tributary/activity-analysis/traces/waiting-traces.repository';
import { FactStore } from '@tributary/analytics/facts/fact.store';
import type { TraceSource } from '@tributary/gateway/traces/trace-source';
import { LeftOutRepository } from '@tributary/tracking-ingest/left-out/left-out.repository';
import { TracesRepository } from '@tributary/tracking-ingest/traces/traces.repository';

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

/** In one process the gateway asks the other apps without HTTP. */
function consentOf(apps: ModuleRef): ConsentSource {
  const of = { strict: false } as const;
  return {
    scope: (question) => apps.get(ChannelScopes, of).find(question),
    preview: (question) => apps.get(SelectionPreviews, of).preview(question, Date.now()),
    refused: (question) => apps.get(RefusedByChoiceRepository, of).list(question, Date.now()),
  };
}

/** In one process the gateway asks the other apps without HTTP. */
function tracesOf(apps: ModuleRef): TraceSource {
  const of = { strict: false } as const;
  return {
    ended: async ({ datamart_id, activity_id }) =>
      (await apps.get(TracesRepository, of).find(datamart_id, activity_id, Date.now())) ?? null,
    waiting: async (question) => (await apps.get(WaitingTracesRepository, of).find(question)) ?? null,
    watermark: (datamart_id) =>
      apps
        .get(FactStore, of)
        .watermark(datamart_id)
        .catch(() => undefined),
    leftOut: (question) => apps.get(LeftOutRepository, of).read(question, Date.now()),
  };
}
