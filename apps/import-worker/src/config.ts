import { CommonConfig, DatabaseConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { z } from 'zod';

/** What the module needs in every shape. */
export const ImportSettings = z.object({
  DATA_DIR: z.string().min(1).default('data'),
});
export type ImportSettings = z.infer<typeof ImportSettings>;

export const ImportWorkerConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend(ImportSettings.shape);
export type ImportWorkerConfig = z.infer<typeof ImportWorkerConfig>;
