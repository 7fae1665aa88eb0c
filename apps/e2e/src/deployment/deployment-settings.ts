import { rootCertificates } from 'node:tls';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { loadConfig } from '@tributary/runtime/config';
import { ZodObject } from 'zod';
import type { Setting } from './manifest.js';

export const apps = [
  'gateway',
  'activity-analysis',
  'admin',
  'analytics',
  'import-worker',
  'tracking-ingest',
  'warehouse-metadata',
];

/** The module and name of the config schema of each command of the image. */
const declarations: Record<string, [module: string, schema: string]> = {
  gateway: ['gateway', 'GatewayConfig'],
  'activity-analysis': ['activity-analysis', 'ActivityAnalysisConfig'],
  admin: ['admin', 'AdminConfig'],
  analytics: ['analytics', 'AnalyticsServiceConfig'],
  'import-worker': ['import-worker', 'ImportWorkerConfig'],
  'tracking-ingest': ['tracking-ingest', 'TrackingIngestConfig'],
  'warehouse-metadata': ['warehouse-metadata', 'WarehouseMetadataConfig'],
  'activity-analysis migrate': ['runtime', 'DatabaseConfig'],
  'admin migrate': ['runtime', 'DatabaseConfig'],
  'import-worker migrate': ['runtime', 'DatabaseConfig'],
  'tracking-ingest migrate': ['runtime', 'DatabaseConfig'],
  'warehouse-metadata migrate': ['runtime', 'DatabaseConfig'],
  'admin topics': ['admin', 'TopicsConfig'],
};

/** The config schema of every command that a deployment runs. */
export async function configurations(): Promise<Record<string, ZodObject>> {
  const schemas: Record<string, ZodObject> = {};
  for (const [command, [module, name]] of Object.entries(declarations))
    schemas[command] = await configuration(module, name);
  return schemas;
}

/** A config schema of an app. */
export async function configuration(module: string, name: string): Promise<ZodObject> {
  const schema = ((await import(`@tributary/${module}/config`)) as Record<string, unknown>)[name];
  if (!(schema instanceof ZodObject)) throw new Error(`@tributary/${module}/config has no ${name}`);
  return schema;
}

/** The variables that an operator makes, and no manifest has in clear, each with a valid sample value. */
export const secretSamples: Record<string, string> = {
  BOOTSTRAP_API_TOKEN: 'b'.repeat(32),
  CLICKHOUSE_PASSWORD: 'password',
  DATABASE_URL: 'postgres://role:password@postgresql/tributary',
  ...newGatewayKeys(),
  IMPORT_S3_ACCESS_KEY_ID: 'id',
  IMPORT_S3_SECRET_ACCESS_KEY: 'secret',
  INTERNAL_KEY: 'i'.repeat(32),
  KAFKA_SASL_PASSWORD: 'password',
  // Only with a provider of sign-ins, of which the manifests name none.
  OIDC_CLIENT_SECRET: '',
  SECRETS_KEY: Buffer.alloc(32, 's').toString('base64'),
};

/** Files of the deployment that do not exist here: a public root certificate stands in for them. */
const [certificate = ''] = rootCertificates;
const files: Record<string, string> = { CLICKHOUSE_SSL_CA: certificate, KAFKA_SSL_CA: certificate };

/** Variables that Node.js itself reads. */
const nodeVariables = ['NODE_OPTIONS'];

/**
 * Compares the environment of a process with its config schema. Every variable must be set; an empty value means the
 * default.
 *
 * @param without variables that this installation may leave out
 */
export function environmentProblems(
  environment: Map<string, Setting>,
  { shape }: ZodObject,
  without: string[] = [],
): string[] {
  const unknown = [...environment.keys()].filter((name) => !(name in shape) && !nodeVariables.includes(name));
  const missing = Object.keys(shape).filter((name) => !environment.has(name) && !without.includes(name));
  const open = [...environment].filter(([name, setting]) => name in secretSamples && !('secret' in setting));
  const hidden = [...environment].filter(([name, setting]) => !(name in secretSamples) && 'secret' in setting);
  return [
    ...unknown.map((name) => `${name} is not a variable of it`),
    ...missing.map((name) => `${name} is missing`),
    ...open.map(([name]) => `${name} must be a reference to a secret`),
    ...hidden.map(([name]) => `${name} is not a secret`),
  ];
}

/**
 * Whether the heap of Node.js with these options fits into a memory limit like `2Gi` or `512m`. If it does not, the system
 * kills the process before Node.js can report a full heap.
 */
export function heapFits(options: string, limit: string): boolean {
  const size = (option: string, fallback: number) =>
    Number(new RegExp(`--${option}=(\\d+)`).exec(options)?.[1] ?? fallback);
  const [, amount, unit = ''] = /(\d+)(Mi|Gi|m|g)\}?$/.exec(limit) ?? [];
  const mebibytes = Number(amount) * (/g/i.test(unit) ? 1024 : 1);
  // The young generation is at most three semi-spaces, of 64 MiB each by default.
  return size('max-old-space-size', Infinity) + 3 * size('max-semi-space-size', 64) < mebibytes;
}

/** The error with which the process would refuse the environment at its start. */
export function configError(environment: Map<string, Setting>, schema: ZodObject): string | undefined {
  const value = ([name, setting]: [string, Setting]) =>
    [name, files[name] ?? ('value' in setting ? setting.value : (secretSamples[name] ?? ''))] as const;
  try {
    loadConfig(schema, Object.fromEntries(Array.from(environment, value)));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
