import path from 'node:path';
import { CommonConfig, ConfigError, GatewayTrustConfig, KafkaConfig } from '@tributary/runtime/config';
import { pemProblem } from '@tributary/runtime/pem';
import { z } from 'zod';

const units = { MB: 1024 ** 2, GB: 1024 ** 3 };

/** Settings of the module, as a service and in the embedded product. */
export const AnalyticsConfig = z.object({
  DATA_DIR: z.string().min(1).default('data'),
  /** Memory limit of DuckDB; with ClickHouse, of one report. */
  FACTS_MEMORY_LIMIT: z
    .string()
    .regex(/^\d+(MB|GB)$/, 'must be a size like 512MB or 2GB')
    .default('512MB'),
  /** Threads of DuckDB; with ClickHouse, of one report. */
  FACTS_THREADS: z.coerce.number().int().min(1).max(64).default(2),
  /** The HTTP interface of a ClickHouse that stores the facts. Without it DuckDB stores them in a file. */
  CLICKHOUSE_URL: z.url({ protocol: /^https?$/, message: 'must be an http or https URL' }).optional(),
  CLICKHOUSE_USER: z.string().min(1).default('default'),
  CLICKHOUSE_PASSWORD: z.string().default(''),
  /** Created at the start if it does not exist. */
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must match [A-Za-z_][A-Za-z0-9_]*')
    .default('tributary'),
  /** A path or PEM: certificates of authorities to trust instead of the public ones. */
  CLICKHOUSE_SSL_CA: z
    .string()
    .superRefine((value, context) => {
      const problem = pemProblem(value, 'PEM certificate');
      if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
    })
    .optional(),
});
export type AnalyticsConfig = z.infer<typeof AnalyticsConfig>;

/** The DuckDB file with all facts. */
export const factsFile = ({ DATA_DIR }: Pick<AnalyticsConfig, 'DATA_DIR'>) => path.join(DATA_DIR, 'facts.duckdb');

/** Bytes of a size like 512MB. */
export const bytesOf = (size: string) => Number(size.slice(0, -2)) * units[size.slice(-2) as keyof typeof units];

/** How to connect to ClickHouse; undefined if DuckDB stores the facts. */
export function clickHouseAccess(config: AnalyticsConfig) {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_SSL_CA: ca } = config;
  if (url === undefined) return undefined;
  // A configured CA implies TLS: without it the password would be sent as plain text.
  if (ca !== undefined && !url.startsWith('https:'))
    throw new ConfigError('CLICKHOUSE_SSL_CA has no effect with an http URL: set CLICKHOUSE_URL to https://…');
  return {
    url,
    user: config.CLICKHOUSE_USER,
    password: config.CLICKHOUSE_PASSWORD,
    database: config.CLICKHOUSE_DATABASE,
    ca,
  };
}

export const AnalyticsServiceConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(GatewayTrustConfig.shape)
  .extend(AnalyticsConfig.shape);
