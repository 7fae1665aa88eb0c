import { loadConfig } from '@tributary/runtime/config';
import { ZodObject } from 'zod';
import type { Setting } from './manifest.js';

export const apps = ['gateway', 'admin', 'analytics', 'import-worker', 'tracking-ingest', 'warehouse-metadata'];

/** Where what a command of the image reads from its environment is declared. */
const declarations: Record<string, [module: string, schema: string]> = {
  gateway: ['gateway', 'GatewayConfig'],
  admin: ['admin', 'AdminConfig'],
  analytics: ['analytics', 'AnalyticsServiceConfig'],
  'import-worker': ['import-worker', 'ImportWorkerConfig'],
  'tracking-ingest': ['tracking-ingest', 'TrackingIngestConfig'],
  'warehouse-metadata': ['warehouse-metadata', 'WarehouseMetadataConfig'],
  'admin migrate': ['runtime', 'DatabaseConfig'],
  'import-worker migrate': ['runtime', 'DatabaseConfig'],
  'tracking-ingest migrate': ['runtime', 'DatabaseConfig'],
  'warehouse-metadata migrate': ['runtime', 'DatabaseConfig'],
  'admin topics': ['admin', 'TopicsConfig'],
};

/** The schema of the environment of every command that a deployment runs. */
export async function configurations(): Promise<Record<string, ZodObject>> {
  const schemas: Record<string, ZodObject> = {};
  for (const [command, [module, name]] of Object.entries(declarations)) {
    const schema = ((await import(`@tributary/${module}/config`)) as Record<string, unknown>)[name];
    if (!(schema instanceof ZodObject)) throw new Error(`@tributary/${module}/config has no ${name}`);
    schemas[command] = schema;
  }
  return schemas;
}

/** The variables that nobody may read off a manifest, each with a value that would do. */
export const secretSamples: Record<string, string> = {
  BOOTSTRAP_API_TOKEN: 'b'.repeat(32),
  DATABASE_URL: 'postgres://role:password@postgresql/tributary',
  IMPORT_S3_ACCESS_KEY_ID: 'id',
  IMPORT_S3_SECRET_ACCESS_KEY: 'secret',
  INTERNAL_KEY: 'i'.repeat(32),
  SECRETS_KEY: Buffer.alloc(32, 's').toString('base64'),
};

/** Of Node.js itself. */
const known = ['NODE_OPTIONS'];

/**
 * What is wrong with the environment of a process that reads it by this schema: each variable has its place, though it
 * be empty, which means its default.
 *
 * @param without variables that this installation needs no place for
 */
export function environmentProblems(
  environment: Map<string, Setting>,
  { shape }: ZodObject,
  without: string[] = [],
): string[] {
  const unknown = [...environment.keys()].filter((name) => !(name in shape) && !known.includes(name));
  const missing = Object.keys(shape).filter((name) => !environment.has(name) && !without.includes(name));
  const open = [...environment].filter(([name, setting]) => name in secretSamples && !('secret' in setting));
  const hidden = [...environment].filter(([name, setting]) => !(name in secretSamples) && 'secret' in setting);
  return [
    ...unknown.map((name) => `${name} is no variable of it`),
    ...missing.map((name) => `${name} is missing`),
    ...open.map(([name]) => `${name} must be a reference to a secret`),
    ...hidden.map(([name]) => `${name} is no secret`),
  ];
}

/** Whether Node.js with these options ends by itself, saying so, before the system kills it at a limit like `2Gi` or `512m`. */
export function heapFits(options: string, limit: string): boolean {
  const size = (option: string, otherwise: number) =>
    Number(new RegExp(`--${option}=(\\d+)`).exec(options)?.[1] ?? otherwise);
  const [, amount, unit = ''] = /(\d+)(Mi|Gi|m|g)\}?$/.exec(limit) ?? [];
  const mebibytes = Number(amount) * (/g/i.test(unit) ? 1024 : 1);
  // The young generation is three semi-spaces at most, 16 MiB each if nothing is said.
  return size('max-old-space-size', Infinity) + 3 * size('max-semi-space-size', 16) < mebibytes;
}

/** What the process itself would say of the environment at its start. */
export function refusal(environment: Map<string, Setting>, schema: ZodObject): string | undefined {
  const value = ([name, setting]: [string, Setting]) =>
    [name, 'value' in setting ? setting.value : (secretSamples[name] ?? '')] as const;
  try {
    loadConfig(schema, Object.fromEntries(Array.from(environment, value)));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
