import { CommonConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { z } from 'zod';

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

/** Where the owners of the routes are. */
export const GatewayConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend({
    ADMIN_URL: origin,
    ANALYTICS_URL: origin,
    IMPORT_WORKER_URL: origin,
    TRACKING_INGEST_URL: origin,
    WAREHOUSE_METADATA_URL: origin,
    /** How long an owner may take to begin its answer, milliseconds. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().positive().default(30_000),
  });
export type GatewayConfig = z.infer<typeof GatewayConfig>;
