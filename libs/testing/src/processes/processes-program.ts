import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Program } from './processes.js';

/** The built checkout whose programs run, unless a suite names another one. */
const thisTree = path.join(import.meta.dirname, '../../../..');

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

export interface ProgramOptions {
  command?: string;
  number?: number;
  /** A built checkout of another version. Its programs run on the Node.js that it has installed. */
  tree?: string;
}

/** The program of an app as it is shipped, with this environment: the service, or one of its commands. */
export function programOf(
  app: AppName,
  env: Record<string, string>,
  logDirectory: string,
  { command, number = 1, tree = thisTree }: ProgramOptions = {},
): Program {
  const main = path.join(tree, 'apps', app, 'dist/main.js');
  const name = [app, command, number === 1 ? undefined : number].filter((part) => part !== undefined).join('-');
  // A busy machine ends nothing within the 15 s of the default.
  const given = { SHUTDOWN_TIMEOUT_MS: '180000', ...env };
  const program = { name, args: [main], env: given, logDirectory, node: nodeOf(tree) };
  if (command) return { ...program, args: [main, command] };
  return app === 'standalone'
    ? { ...program, args: [...nodeArguments(tree), main] }
    : { ...program, env: { NODE_OPTIONS: nodeOptionsOf(app, tree), ...given } };
}

/** The Node.js that npm has installed in the tree; without one, that of the tests. */
export function nodeOf(tree: string): string {
  const installed = path.join(tree, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  return existsSync(installed) ? installed : process.execPath;
}

/** The options with which `npm start` runs Node.js. */
function nodeArguments(tree: string): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const [exec, node, ...words] = scripts.start.split(' ');
  if (exec !== 'exec' || node !== 'node' || words.pop() !== 'scripts/start.mjs')
    throw new Error(`npm start has an unexpected command: ${scripts.start}`);
  return words;
}

/** The Node.js options of a service in Kubernetes. */
function nodeOptionsOf(app: ServiceName, tree: string): string {
  const file = path.join(tree, `deploy/kubernetes/base/services/${app}.env`);
  const options = /^NODE_OPTIONS=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (options === undefined) throw new Error(`${file} has no NODE_OPTIONS`);
  return options;
}

/** A new token for the first administrator. */
export const newToken = () => `e2e-${randomBytes(32).toString('hex')}`;
