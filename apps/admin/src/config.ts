import { bootstrapToken } from '@tributary/contracts/token-value';
import { CommonConfig, DatabaseConfig, InternalKeyConfig, KafkaConfig } from '@tributary/runtime/config';
import { SecretsConfig } from '@tributary/security/secrets-config';
import { z } from 'zod';
import { TokenLifetime } from './token-lifetime.js';

/** What the module needs in every shape. */
export const AdminSettings = SecretsConfig.extend({
  BOOTSTRAP_API_TOKEN: z.string().regex(bootstrapToken, 'must be at least 32 visible ASCII characters').optional(),
  /** Of API tokens and of keys for signed requests: `12M` is twelve months; 24 months at most. */
  API_TOKEN_LIFETIME: z.string().default('12M').pipe(TokenLifetime),
  NODE_ENV: CommonConfig.shape.NODE_ENV,
});
export type AdminSettings = z.infer<typeof AdminSettings>;

/** Token under which Nest injects `AdminSettings`. */
export const SETTINGS = Symbol('admin settings');

export const AdminConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(InternalKeyConfig.shape)
  .extend(AdminSettings.shape);
export type AdminConfig = z.infer<typeof AdminConfig>;

export const TopicsConfig = KafkaConfig.extend({
  /** Copies of each partition; 3 in production, where a write then needs 2 of them. */
  KAFKA_REPLICATION_FACTOR: z.coerce.number().int().positive().default(1),
});

/** What the commands need that publish, or seal, what the database holds. */
export const RepublishConfig = KafkaConfig.extend(DatabaseConfig.shape).extend({
  LOG_LEVEL: CommonConfig.shape.LOG_LEVEL,
});
export const ResealConfig = SecretsConfig.extend(DatabaseConfig.shape);

export const MakeTokenConfig = DatabaseConfig.extend({
  API_TOKEN_LIFETIME: AdminSettings.shape.API_TOKEN_LIFETIME,
  LOG_LEVEL: CommonConfig.shape.LOG_LEVEL,
});

/** Where dead letters are: on Kafka, or in the directory of the embedded product. */
export const DeadLettersConfig = KafkaConfig.partial().extend({ DATA_DIR: z.string().min(1).default('data') });
export type DeadLettersConfig = z.infer<typeof DeadLettersConfig>;

export const RewindConfig = KafkaConfig.extend({ LOG_LEVEL: CommonConfig.shape.LOG_LEVEL });
