import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
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
  return { name, args: [...nodeOptionsOf(app), main, ...(command ? [command] : [])], env, logDirectory };
}

/** Options of Node.js that the app is shipped with. */
function nodeOptionsOf(app: AppName): string[] {
  const [file, pattern] =
    app === 'standalone'
      ? ['package.json', /"start": "exec node (.*?) ?scripts/]
      : [`deploy/kubernetes/base/services/${app}.env`, /^NODE_OPTIONS=(.*)$/m];
  const options = pattern.exec(readFileSync(path.join(repository, file), 'utf8'))?.[1];
  if (options === undefined) throw new Error(`${file} does not say with which options ${app} runs`);
  return options.split(' ').filter((option) => option !== '');
}

/** A value for the first administrator's token. */
export const newToken = () => `e2e-${randomBytes(32).toString('hex')}`;
