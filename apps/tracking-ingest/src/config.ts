import { AnalysisWaitConfig, DedupeConfig, Duration, ServiceConfig } from '@tributary/runtime/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { z } from 'zod';

/** The settings of the module, for both the service and the embedded product. */
export const TrackingSettings = z.object({
  /** How long activities are retained after their day. The default is 13 months. */
  ACTIVITY_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(396),
  ...DedupeConfig.shape,
  ...AnalysisWaitConfig.shape,
  /** How often the collections are counted for the platform report. */
  COLLECTIONS_INTERVAL: z.string().default('1h').pipe(Duration),
});
export type TrackingSettings = z.infer<typeof TrackingSettings>;

/** Token under which Nest injects `TrackingSettings`. */
export const SETTINGS = Symbol('tracking settings');

export const TrackingIngestConfig = ServiceConfig.extend(SecretsConfig.shape).extend(TrackingSettings.shape);
export type TrackingIngestConfig = z.infer<typeof TrackingIngestConfig>;
