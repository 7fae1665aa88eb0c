import { CommonConfig, DatabaseConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import type { z } from 'zod';

export const TrackingIngestConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(InternalKeyConfig.shape);
export type TrackingIngestConfig = z.infer<typeof TrackingIngestConfig>;
