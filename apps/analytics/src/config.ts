import path from 'node:path';
import { CommonConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { z } from 'zod';

/** Settings of the module, as a service and in the embedded product. */
export const AnalyticsConfig = z.object({
  DATA_DIR: z.string().min(1).default('data'),
  /** Memory limit of DuckDB. */
  FACTS_MEMORY_LIMIT: z
    .string()
    .regex(/^\d+(MB|GB)$/, 'must be a size like 512MB or 2GB')
    .default('512MB'),
  FACTS_THREADS: z.coerce.number().int().min(1).max(64).default(2),
});
export type AnalyticsConfig = z.infer<typeof AnalyticsConfig>;

/** The DuckDB file with all facts. */
export const factsFile = ({ DATA_DIR }: Pick<AnalyticsConfig, 'DATA_DIR'>) => path.join(DATA_DIR, 'facts.duckdb');

export const AnalyticsServiceConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend(AnalyticsConfig.shape);
