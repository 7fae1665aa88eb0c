import { env } from 'node:process';
import { z } from 'zod';

/** Which servers the end-to-end suites use; empty variables count as absent. */
export const TestingConfig = z.object({
  /** Brokers that run already: nothing is started, and faults cannot be injected. */
  KAFKA_BROKERS: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  KAFKA_IMAGE: z.string().default('apache/kafka:4.1.1'),
  POSTGRES_IMAGE: z.string().default('postgres:18'),
  PROMETHEUS_IMAGE: z.string().default('prom/prometheus:v3.5.0'),
  /** The product's image, built already; without it the suites that need it build it. */
  TRIBUTARY_IMAGE: z.string().optional(),
  /** Any value: Docker is demanded, a fallback would go unseen there. */
  CI: z.string().optional(),
});
export type TestingConfig = z.infer<typeof TestingConfig>;

export function testingConfig(): TestingConfig {
  return TestingConfig.parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
}

/** What a started app inherits: the machine's settings, none of the product's. */
export function machineEnvironment(): Record<string, string> {
  const inherited = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ', 'SystemRoot'];
  return Object.fromEntries(inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
