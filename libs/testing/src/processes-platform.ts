import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stores } from './containers.js';
import { freePorts } from './kafka-ports.js';
import { AppProcess, type Program, runToEnd } from './processes.js';

const repository = path.join(import.meta.dirname, '../../..');
const databaseOwners = ['admin', 'tracking-ingest', 'import-worker', 'warehouse-metadata'] as const;
const apps = ['admin', 'tracking-ingest', 'import-worker', 'warehouse-metadata', 'analytics', 'gateway'] as const;

export type AppName = (typeof apps)[number] | 'standalone';

/** What a platform has kept that is started anew, on other servers perhaps. */
export interface Kept {
  /** Settings in place of those that are made up, as its keys. */
  settings: Record<string, string>;
  /** In it a directory of each process. */
  dataDirectory: string;
}

/** Six processes on servers; `settings` are for all of them, beside those that they need. */
export interface Distributed {
  shape: 'distributed';
  stores: Pick<Stores, 'brokers' | 'databaseUrl'>;
  settings?: Record<string, string>;
  kept?: Kept;
}

export type PlatformShape = Distributed | { shape: 'embedded'; dataDirectory?: string };

/** The running product: where it answers, who may call it, and its processes to be broken. */
export interface Platform {
  url: string;
  /** API token of the first administrator. */
  token: string;
  /** @throws when there is no such process in this shape. */
  process(name: AppName): AppProcess;
  /** The error, with the last output of every process. */
  explain(error: unknown): Error;
  /** Ends all processes; their output stays in a temporary directory. */
  stop(): Promise<void>;
}

/** Starts the product in one of its shapes; resolves when every process is ready. */
export async function startPlatform(shape: PlatformShape): Promise<Platform> {
  const directory = await mkdtemp(path.join(tmpdir(), 'tributary-e2e-'));
  const token = `e2e-${randomBytes(32).toString('hex')}`;
  return shape.shape === 'embedded'
    ? startEmbedded(directory, shape.dataDirectory ?? path.join(directory, 'data'), token)
    : startDistributed(directory, settingsOf(shape, token), shape.kept);
}

const settingsOf = ({ stores, settings, kept }: Distributed, token: string): Record<string, string> => ({
  ...commonEnvironment(stores, token),
  ...kept?.settings,
  ...settings,
});

/** The embedded product, not yet started: as `npm start` runs it, on the given data. */
export async function embeddedProcess(directory: string, dataDirectory: string, token: string): Promise<AppProcess> {
  const [port] = await freePorts(1);
  const env = { PORT: String(port), DATA_DIR: dataDirectory, BOOTSTRAP_API_TOKEN: token };
  const standalone = { ...program('standalone', env, directory), embeddedData: dataDirectory };
  return new AppProcess(standalone, `http://127.0.0.1:${port}`);
}

async function startEmbedded(directory: string, dataDirectory: string, token: string): Promise<Platform> {
  const standalone = await embeddedProcess(directory, dataDirectory, token);
  return startAll([standalone], standalone, token);
}

async function startDistributed(directory: string, common: Record<string, string>, kept?: Kept): Promise<Platform> {
  for (const owner of databaseOwners) await runToEnd(program(owner, common, directory, 'migrate'));
  await runToEnd(program('admin', common, directory, 'topics'));
  const ports = new Map<AppName, number>();
  for (const [index, port] of (await freePorts(apps.length)).entries()) ports.set(apps[index] as AppName, port);
  const urls = Object.fromEntries([...ports].map(([name, port]) => [urlVariable(name), `http://127.0.0.1:${port}`]));
  const processes = [...ports].map(([name, port]) => {
    const env = {
      ...common,
      ...(name === 'gateway' ? urls : {}),
      PORT: String(port),
      DATA_DIR: path.join(kept?.dataDirectory ?? directory, name),
    };
    return new AppProcess(program(name, env, directory), `http://127.0.0.1:${port}`);
  });
  return startAll(processes, processes.at(-1) as AppProcess, common['BOOTSTRAP_API_TOKEN'] ?? '');
}

const urlVariable = (app: AppName) => `${app.toUpperCase().replaceAll('-', '_')}_URL`;

/** Every app gets what any of them needs; the key is as long as production wants it. */
function commonEnvironment(
  { databaseUrl, brokers }: Pick<Stores, 'brokers' | 'databaseUrl'>,
  token: string,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: brokers.join(','),
    INTERNAL_KEY: randomBytes(32).toString('base64'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_TOKEN: token,
    // The servers of the suites are on this machine.
    WAREHOUSE_ALLOWED_HOSTS: '127.0.0.1,localhost',
  };
}

function program(app: AppName, env: Record<string, string>, logDirectory: string, command?: string): Program {
  const main = path.join(repository, 'apps', app, 'dist/main.js');
  return {
    name: command ? `${app}-${command}` : app,
    args: command ? [main, command] : [main],
    env,
    logDirectory,
  };
}

async function startAll(processes: AppProcess[], entrance: AppProcess, token: string): Promise<Platform> {
  const stop = async () => void (await Promise.all(processes.map((process) => process.stop())));
  const started = await Promise.allSettled(processes.map((process) => process.start()));
  const failed = started.find((result) => result.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { url: entrance.url ?? '', token, process: find(processes), explain: explain(processes), stop };
}

const find = (processes: AppProcess[]) => (name: AppName) => {
  const found = processes.find(({ program }) => program.name === name);
  if (!found) throw new Error(`there is no process "${name}" in this shape`);
  return found;
};

const explain = (processes: AppProcess[]) => (error: unknown) => {
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Error(`${message}\n${processes.map((process) => process.log()).join('\n')}`);
};
