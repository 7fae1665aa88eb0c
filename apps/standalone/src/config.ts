import path from 'node:path';
import { AdminSettings } from '@tributary/admin/config';
import { AnalyticsConfig } from '@tributary/analytics/config';
import { GatewaySettings } from '@tributary/gateway/config';
import { CommonConfig, DatabaseConfig, KafkaConfig } from '@tributary/runtime/config';
import { ImportSettings } from '@tributary/import-worker/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { TrackingSettings } from '@tributary/tracking-ingest/config';
import { WarehouseSettings } from '@tributary/warehouse-metadata/config';
import { z } from 'zod';

/** Without DATABASE_URL the product brings its own PostgreSQL, without KAFKA_BROKERS its own bus, without SECRETS_KEY a key. */
export const StandaloneConfig = CommonConfig.extend(AdminSettings.shape)
  .extend(AnalyticsConfig.shape)
  .extend(GatewaySettings.shape)
  .extend(ImportSettings.shape)
  .extend(TrackingSettings.shape)
  .extend(WarehouseSettings.shape)
  .extend(SecretsConfig.partial().shape)
  .extend(DatabaseConfig.partial().shape)
  .extend(KafkaConfig.partial().shape)
  .extend({
    /** Everything the embedded product keeps. */
    DATA_DIR: z
      .string()
      .default('data')
      .transform((directory) => path.resolve(directory)),
    LOG_LEVEL: CommonConfig.shape.LOG_LEVEL.unwrap().default('warn'),
  });
export type StandaloneConfig = z.infer<typeof StandaloneConfig>;
