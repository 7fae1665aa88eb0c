import { CommonConfig, DatabaseConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import type { z } from 'zod';

/** What the module needs in every shape. */
export const WarehouseSettings = SecretsConfig.extend({ NODE_ENV: CommonConfig.shape.NODE_ENV });
export type WarehouseSettings = z.infer<typeof WarehouseSettings>;

export const WarehouseMetadataConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend(WarehouseSettings.shape);
export type WarehouseMetadataConfig = z.infer<typeof WarehouseMetadataConfig>;
