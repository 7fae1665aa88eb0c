import { bootstrapToken } from '@tributary/contracts/admin/token-value';
import { CommonConfig, DatabaseConfig, KafkaConfig, ServiceConfig } from '@tributary/runtime/config';
import { AllowedHosts } from '@tributary/security/addresses/allowed-hosts';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { z } from 'zod';
import { TokenLifetime } from './token-lifetime.js';

/** Settings of the module, both as a separate process and in the embedded product. */
export const AdminSettings = SecretsConfig.extend({
  BOOTSTRAP_API_TOKEN: z.string().regex(bootstrapToken, 'must be at least 32 visible ASCII characters').optional(),
  /** Lifetime of API tokens and of keys for signed requests: `12M` is twelve months; the maximum is 24 months. */
  API_TOKEN_LIFETIME: z.string().default('12M').pipe(TokenLifetime),
  /** Hosts of plugins that may be in a private network or be called without TLS in production. */
  PLUGIN_ALLOWED_HOSTS: AllowedHosts.default([]),
  NODE_ENV: CommonConfig.shape.NODE_ENV,
});
export type AdminSettings = z.infer<typeof AdminSettings>;

/** Injection token of `AdminSettings`. */
export const SETTINGS = Symbol('admin settings');

export const AdminConfig = ServiceConfig.extend(AdminSettings.shape);
export type AdminConfig = z.infer<typeof AdminConfig>;

export const TopicsConfig = KafkaConfig.extend({
  /** Replicas of each partition. Use 3 in production. From 2 on, a write needs 2 in-sync replicas. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().positive().default(1),
});

/** Settings of the commands `republish` and `restore`. */
export const RepublishConfig = KafkaConfig.extend(DatabaseConfig.shape).extend({
  LOG_LEVEL: CommonConfig.shape.LOG_LEVEL,
});
export const ResealConfig = SecretsConfig.extend(DatabaseConfig.shape);

export const MakeTokenConfig = DatabaseConfig.extend({
  API_TOKEN_LIFETIME: AdminSettings.shape.API_TOKEN_LIFETIME,
  LOG_LEVEL: CommonConfig.shape.LOG_LEVEL,
});

/** Location of the dead letters: Kafka, or the data directory of the embedded product. */
export const DeadLettersConfig = KafkaConfig.partial().extend({ DATA_DIR: z.string().min(1).default('data') });
export type DeadLettersConfig = z.infer<typeof DeadLettersConfig>;

/** Settings of the commands `rewind` and `acls`. */
export const RewindConfig = KafkaConfig.extend({ LOG_LEVEL: CommonConfig.shape.LOG_LEVEL });
export const AclsConfig = RewindConfig;
