import { tmpdir } from 'node:os';
import path from 'node:path';
import { env } from 'node:process';
import { z } from 'zod';

/** The servers and images of the end-to-end suites. An empty variable counts as unset. */
export const TestingConfig = z.object({
  /** Brokers that run already. Suites then start no broker, and cannot inject faults into it. */
  KAFKA_BROKERS: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  /** A ClickHouse that runs already. Specs then start none, and skip what would break it. */
  CLICKHOUSE_URL: z.string().optional(),
  KAFKA_IMAGE: z.string().default('apache/kafka:4.1.1'),
  POSTGRES_IMAGE: z.string().default('postgres:18'),
  PROMETHEUS_IMAGE: z.string().default('prom/prometheus:v3.5.0'),
  /** The product's image. If it is unset, the suites that need an image build one. */
  TRIBUTARY_IMAGE: z.string().optional(),
  /** The seed of a run of schemathesis that shall be repeated. */
  SCHEMATHESIS_SEED: z.coerce.number().int().optional(),
  /** The Chromium that opens the console. */
  CHROMIUM: z.string().default('/usr/bin/chromium'),
  /** Any value: the tier browser writes pictures of all pages to apps/e2e/.test-results/console. */
  CONSOLE_PICTURES: z.string().optional(),
  /** How long the suite `many-copies` injects faults, in seconds. */
  MANY_COPIES_SECONDS: z.coerce.number().int().min(60).default(60),
  /** A file that gets the timeline of that suite as JSON. */
  MANY_COPIES_TIMELINE: z.string().optional(),
  /** A directory in which several checkouts keep what tests install and build. */
  TEST_CACHE: z.string().optional(),
  /** Laws are tried in so many times as many cases. */
  LAWS: z.coerce.number().int().min(1).default(1),
  /** Any value makes Docker mandatory: a fallback would pass unnoticed in CI. */
  CI: z.string().optional(),
});
export type TestingConfig = z.infer<typeof TestingConfig>;

export function testingConfig(): TestingConfig {
  return TestingConfig.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
}

/**
 * The environment that a started app inherits: the machine's settings, and none of the product's. Node.js keeps its compiled
 * modules, as suites start the same programs hundreds of times: to compile them takes a third of a start.
 */
export function machineEnvironment(): Record<string, string> {
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SystemRoot'];
  const settings = inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { ...Object.fromEntries(settings), NODE_COMPILE_CACHE: path.join(tmpdir(), 'node-compile-cache') };
}

/**
 * How often to try a law whose runs are dear. Each run of the tier core draws other cases; `LAWS=10` before a command tries
 * ten times as many: do so when you change what the law is about.
 */
export const lawRuns = (inCore: number): number => inCore * testingConfig().LAWS;
