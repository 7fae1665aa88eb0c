import { publicLimits } from '@tributary/http/limits/limits';
import { CommonConfig, GatewaySigningConfig, KafkaConfig, SignInConfig } from '@tributary/runtime/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { SignatureConfig } from '@tributary/security/signing';
import { z } from 'zod';
import { TrustedProxies } from './client-address/client-address.js';

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

/** Largest SIGNATURE_WINDOW_MS. */
const maxWindowMs = 15 * 60_000;

/** Settings of the module, as a service and in the embedded product. */
export const GatewaySettings = SecretsConfig.extend(SignatureConfig.shape)
  .extend(SignInConfig.shape)
  .extend({
    /** How far the timestamp of a signed request may differ from the server's time, milliseconds. */
    SIGNATURE_WINDOW_MS: z.coerce
      .number()
      .int()
      .positive()
      .max(maxWindowMs)
      .default(5 * 60_000),
    /** Most open connections of clients. For one more, the one that has been without a known caller for longest is closed. */
    MAX_CONNECTIONS: z.coerce.number().int().min(100).max(1_000_000).default(publicLimits.maxConnections),
    /** The proxies whose `X-Forwarded-For` says where a request comes from. */
    TRUSTED_PROXIES: TrustedProxies,
    /** Whether the gateway serves the web console. */
    CONSOLE: z.enum(['on', 'off']).default('on'),
  });
export type GatewaySettings = z.infer<typeof GatewaySettings>;

/** Token under which Nest injects `GatewaySettings`. */
export const SETTINGS = Symbol('gateway settings');

/** Settings of the service. The URLs are those of the apps that own the routes. */
export const GatewayConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(GatewaySigningConfig.shape)
  .extend(GatewaySettings.shape)
  .extend({
    ACTIVITY_ANALYSIS_URL: origin,
    ADMIN_URL: origin,
    ANALYTICS_URL: origin,
    IMPORT_WORKER_URL: origin,
    TRACKING_INGEST_URL: origin,
    WAREHOUSE_METADATA_URL: origin,
    /** Port for metrics in production, where PORT is public. Without it metrics are not served. */
    MANAGEMENT_PORT: CommonConfig.shape.PORT.unwrap().optional(),
    /** How long an owner may take to start its answer, milliseconds. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().positive().default(30_000),
  });
export type GatewayConfig = z.infer<typeof GatewayConfig>;
