import { CommonConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { z } from 'zod';

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

/** Longest window of a signature that may be set, milliseconds. */
const maxWindowMs = 15 * 60_000;

/** What the module needs in every shape. */
export const GatewaySettings = SecretsConfig.extend({
  /** `X-<prefix>-Mac`, `X-<prefix>-Key-Id` and `X-<prefix>-Ts` carry the signature of a request. */
  SIGNATURE_HEADER_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, 'must be letters and digits, in parts joined by -')
    .max(32)
    .default('Svc'),
  /** How far the timestamp of a signed request may be from the server's time, milliseconds. */
  SIGNATURE_WINDOW_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(maxWindowMs)
    .default(5 * 60_000),
});
export type GatewaySettings = z.infer<typeof GatewaySettings>;

/** Token under which Nest injects `GatewaySettings`. */
export const SETTINGS = Symbol('gateway settings');

/** Where the owners of the routes are. */
export const GatewayConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend(GatewaySettings.shape)
  .extend({
    ADMIN_URL: origin,
    ANALYTICS_URL: origin,
    IMPORT_WORKER_URL: origin,
    TRACKING_INGEST_URL: origin,
    WAREHOUSE_METADATA_URL: origin,
    /** Where metrics are served in production, as the other port is public; without it nowhere. */
    MANAGEMENT_PORT: CommonConfig.shape.PORT.unwrap().optional(),
    /** How long an owner may take to begin its answer, milliseconds. */
    UPSTREAM_TIMEOUT_MS: z.coerce.number().int().positive().default(30_000),
  });
export type GatewayConfig = z.infer<typeof GatewayConfig>;
