import { z } from 'zod';

/** An environment variable that a person may write as `true`, `1`, `false` or `0`. */
export const flag = z.enum(['true', '1', 'false', '0']).transform((value) => value === 'true' || value === '1');

/** Settings of every app, the same in every shape. */
export const CommonConfig = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  /**
   * How long the process goes on answering after SIGTERM, milliseconds, while it says that it is not ready: whatever
   * spreads requests over several processes must have heard of it before the port closes.
   */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  /** Base URL of an OpenTelemetry collector, whose `/v1/traces` gets the traces; without it none are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** How many of the traces that begin here are recorded, 0 to 1; those that clients begin are if they say so. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type CommonConfig = z.infer<typeof CommonConfig>;
export type TracingConfig = Pick<CommonConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

/** Kafka brokers, `host:port` separated by commas. */
export const KafkaConfig = z.object({
  KAFKA_BROKERS: z
    .string()
    .regex(/^\s*[^\s,:]+:\d{1,5}(\s*,\s*[^\s,:]+:\d{1,5})*\s*$/, 'must be host:port, several separated by commas')
    .transform((list) => list.split(',').map((broker) => broker.trim())),
});

export const DatabaseConfig = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL'),
});

/** The secret that the gateway and the services behind it share; several while it rotates: the first signs, each is believed. */
export const InternalKeyConfig = z.object({
  INTERNAL_KEY: z
    .string()
    .regex(
      /^\s*[^\s,]{32,}(\s*,\s*[^\s,]{32,})*\s*$/,
      'must be at least 32 characters, several keys separated by commas; make one with: openssl rand -base64 32',
    ),
});

/** Thrown with every problem of a configuration at once. */
export class ConfigError extends Error {}

/** Reads the environment by the schema; an empty variable counts as absent. */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => {
    const name = issue.path.join('.');
    return `  ${name}: ${given[name] === undefined ? 'is required' : issue.message}`;
  });
  throw new ConfigError(`The configuration has ${problems.length} problem(s):\n${problems.join('\n')}`);
}
