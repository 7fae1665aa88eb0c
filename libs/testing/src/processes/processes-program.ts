import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Program } from './processes.js';

const repository = path.join(import.meta.dirname, '../../../..');

/** The seven apps. The gateway is last, because it needs the URLs of all others. */
export const apps = [
  'admin',
  'tracking-ingest',
  'activity-analysis',
  'import-worker',
  'warehouse-metadata',
  'analytics',
  'gateway',
] as const;

export type ServiceName = (typeof apps)[number];
export type AppName = ServiceName | 'standalone';

/** The program of an app as it is shipped, with this environment: the service, or one of its commands. */
export function programOf(
  app: AppName,
  env: Record<string, string>,
  logDirectory: string,
  { command, number = 1 }: { command?: string; number?: number } = {},
): Program {
  const main = path.join(repository, 'apps', app, 'dist/main.js');
  const name = [app, command, number === 1 ? undefined : number].filter((part) => part !== undefined).join('-');
  if (command) return { name, args: [main, command], env, logDirectory };
  return app === 'standalone'
    ? { name, args: [...nodeArguments(), main], env, logDirectory }
    : { name, args: [main], env: { NODE_OPTIONS: nodeOptionsOf(app), ...env }, logDirectory };
}

/** The options with which `npm start` runs Node.js. */
function nodeArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [exec, node, ...words] = scripts.start.split(' ');
  if (exec !== 'exec' || node !== 'node' || words.pop() !== 'scripts/start.mjs')
    throw new Error(`npm start has an unexpected command: ${scripts.start}`);
  return words;
}

/** The Node.js options of a service in Kubernetes. */
function nodeOptionsOf(app: ServiceName): string {
  const file = path.join(repository, `deploy/kubernetes/base/services/${app}.env`);
  const options = /^NODE_OPTIONS=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (options === undefined) throw new Error(`${file} has no NODE_OPTIONS`);
  return options;
}

/** A new token for the first administrator. */
export const newToken = () => `e2e-${randomBytes(32).toString('hex')}`;
