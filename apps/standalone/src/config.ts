import path from 'node:path';
import { AnalysisSettings } from '@tributary/activity-analysis/config';
import { AdminSettings } from '@tributary/admin/config';
import { AnalyticsConfig } from '@tributary/analytics/config';
import { GatewaySettings } from '@tributary/gateway/config';
import { CommonConfig, DatabaseConfig, KafkaConfig } from '@tributary/runtime/config';
import { ImportSettings } from '@tributary/import-worker/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { TrackingSettings } from '@tributary/tracking-ingest/config';
import { WarehouseSettings } from '@tributary/warehouse-metadata/config';
import { z } from 'zod';

/** Without DATABASE_URL it starts an embedded PostgreSQL, without KAFKA_BROKERS an in-process bus; SECRETS_KEY is generated. */
export const StandaloneConfig = CommonConfig.extend(AdminSettings.shape)
  .extend(AnalyticsConfig.shape)
  .extend(AnalysisSettings.shape)
  .extend(GatewaySettings.shape)
  .extend(ImportSettings.shape)
  .extend(TrackingSettings.shape)
  .extend(WarehouseSettings.shape)
  .extend(SecretsConfig.partial().shape)
  .extend(DatabaseConfig.partial().shape)
  .extend(KafkaConfig.partial().shape)
  .extend({
    /** Directory with all data of the embedded product. */
    DATA_DIR: z
      .string()
      .default('data')
      .transform((directory) => path.resolve(directory)),
    LOG_LEVEL: CommonConfig.shape.LOG_LEVEL.unwrap().default('warn'),
  });
export type StandaloneConfig = z.infer<typeof StandaloneConfig>;
