import { CommonConfig, DatabaseConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { z } from 'zod';

const secondsPer = { s: 1, m: 60, h: 3_600 };

/** `30s`, `5m`, `1h`, as milliseconds. */
const Interval = z
  .string()
  .regex(/^[1-9]\d{0,5}[smh]$/, 'must be a number of seconds, minutes or hours: 30s, 5m, 1h')
  .transform((text) => Number(text.slice(0, -1)) * secondsPer[text.slice(-1) as keyof typeof secondsPer] * 1_000);

/** The settings of the module, for both the service and the embedded product. */
export const TrackingSettings = z.object({
  /** How long activities are retained after their day. The default is 13 months. */
  ACTIVITY_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(396),
  /** How long a stored id is recognised as a duplicate. Not shorter than the retention of Kafka. */
  DEDUPE_WINDOW_DAYS: z.coerce.number().int().min(7).max(366).default(14),
  /** How often the collections are counted for the platform report. */
  COLLECTIONS_INTERVAL: z.string().default('1h').pipe(Interval),
});
export type TrackingSettings = z.infer<typeof TrackingSettings>;

/** Token under which Nest injects `TrackingSettings`. */
export const SETTINGS = Symbol('tracking settings');

export const TrackingIngestConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend(TrackingSettings.shape);
export type TrackingIngestConfig = z.infer<typeof TrackingIngestConfig>;
