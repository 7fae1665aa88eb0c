import { CommonConfig, DatabaseConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { z } from 'zod';
import { AllowedHosts } from './engines/allowed-hosts.js';

/** What the module needs in every shape. */
export const WarehouseSettings = SecretsConfig.extend({
  NODE_ENV: CommonConfig.shape.NODE_ENV,
  /** Hosts that a refresh may connect to in production although their addresses are private; `*` for any. */
  WAREHOUSE_ALLOWED_HOSTS: AllowedHosts.default([]),
});
export type WarehouseSettings = z.infer<typeof WarehouseSettings>;

export const WarehouseMetadataConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend(WarehouseSettings.shape);
export type WarehouseMetadataConfig = z.infer<typeof WarehouseMetadataConfig>;
