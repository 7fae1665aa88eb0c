import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Program } from './processes.js';

const repository = path.join(import.meta.dirname, '../../..');

/** The six apps, the gateway last: it asks for the places of all others. */
export const apps = [
  'admin',
  'tracking-ingest',
  'import-worker',
  'warehouse-metadata',
  'analytics',
  'gateway',
] as const;

export type ServiceName = (typeof apps)[number];
export type AppName = ServiceName | 'standalone';

/** An app as it is shipped, to be run with this environment: as a service, or as one of its commands. */
export function programOf(
  app: AppName,
  env: Record<string, string>,
  logDirectory: string,
  { command, number = 1 }: { command?: string; number?: number } = {},
): Program {
  const main = path.join(repository, 'apps', app, 'dist/main.js');
  const name = [app, command, number === 1 ? undefined : number].filter((part) => part !== undefined).join('-');
  return { name, args: command ? [main, command] : [main], env, logDirectory };
}

/** A value for the first administrator's token. */
export const newToken = () => `e2e-${randomBytes(32).toString('hex')}`;
