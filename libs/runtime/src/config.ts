import { explainIssue } from '@tributary/contracts/values/explain-issue';
import { z } from 'zod';
import { GatewayTrustConfig } from './gateway-keys.js';
import { KafkaConfig, kafkaProblems, type Problem } from './kafka-access.js';
import { signInProblems } from './sign-in-config.js';

export { GatewaySigningConfig, GatewayTrustConfig } from './gateway-keys.js';
export { flag, KafkaConfig } from './kafka-access.js';
export { SignInConfig } from './sign-in-config.js';

/** By default a shutdown that takes longer than this after draining is cut off. */
export const shutdownTimeoutMs = 15_000;

/** Settings that every app has, in every shape. */
export const CommonConfig = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  /**
   * How long the process keeps answering after SIGTERM while it reports not ready, milliseconds. A load balancer must
   * notice before the port closes.
   */
  SHUTDOWN_DRAIN_MS: z.coerce.number().int().min(0).max(600_000).default(0),
  /** How long the process may take after that to finish its work and end, milliseconds. */
  SHUTDOWN_TIMEOUT_MS: z.coerce.number().int().min(1_000).max(600_000).default(shutdownTimeoutMs),
  /** Base URL of an OpenTelemetry collector that receives traces at `/v1/traces`. Without it no traces are recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  /** Share of the traces started here that are recorded, 0 to 1. A client's trace follows the client's sampling flag. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});
export type CommonConfig = z.infer<typeof CommonConfig>;
export type TracingConfig = Pick<CommonConfig, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_TRACES_SAMPLER_ARG'>;

export const DatabaseConfig = z.object({
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// URL'),
});

/** Settings that every service with a database behind the gateway has. */
export const ServiceConfig = CommonConfig.extend(KafkaConfig.shape)
  .extend(DatabaseConfig.shape)
  .extend(GatewayTrustConfig.shape);

const secondsPer = { s: 1, m: 60, h: 3_600 };

/** `30s`, `5m`, `1h`, as milliseconds. */
export const Duration = z
  .string()
  .regex(/^[1-9]\d{0,5}[smh]$/, 'must be a number of seconds, minutes or hours: 30s, 5m, 1h')
  .transform((text) => Number(text.slice(0, -1)) * secondsPer[text.slice(-1) as keyof typeof secondsPer] * 1_000);

export const DedupeConfig = z.object({
  /** How long the id of an activity is recognised as a duplicate. Not shorter than the retention of Kafka. */
  DEDUPE_WINDOW_DAYS: z.coerce.number().int().min(7).max(366).default(14),
});

/** Above it, the reconciliation of two days could not separate what is missing from what waits. */
const maxAnalysisWaitMs = 24 * 3_600_000;

/** The setting of activity-analysis, and of tracking-ingest, which expects activities that late. */
export const AnalysisWaitConfig = z.object({
  /** The analysis of an activity ends this long after it was accepted, even if its analyzers never answer. */
  ANALYSIS_MAX_WAIT: z
    .string()
    .default('1h')
    .pipe(Duration)
    .refine((ms) => ms <= maxAnalysisWaitMs, 'must not be longer than 24h'),
});

const ofConnections = ['PATH', 'HOME', 'TZ', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'];

/**
 * The environment of an isolated process: variables that connections read, and those named. The rest of ours has secrets.
 */
export const isolatedEnvironment = (...more: string[]): NodeJS.ProcessEnv =>
  Object.fromEntries([...ofConnections, ...more].map((name) => [name, process.env[name]]));

/** The settings are wrong: lists every problem at once, or what a server answers to them. Printed without a stack. */
export class ConfigError extends Error {}

/** Parses the environment by the schema. An empty variable counts as absent. */
export function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv = process.env,
): z.infer<Schema> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = schema.safeParse(given, { error: explainIssue });
  const problems = [
    ...(result.error?.issues ?? []).map(({ path, message }): Problem => {
      const name = path.join('.');
      return [name, given[name] === undefined && !message.startsWith('is required') ? 'is required' : message];
    }),
    ...('KAFKA_SSL' in schema.shape ? kafkaProblems(given) : []),
    ...('OIDC_ISSUER' in schema.shape ? signInProblems(given) : []),
  ];
  if (result.success && problems.length === 0) return result.data;
  const lines = problems.map(([name, message]) => `  ${name}: ${message}`);
  throw new ConfigError(`The configuration has ${problems.length} problem(s):\n${lines.join('\n')}`);
}
