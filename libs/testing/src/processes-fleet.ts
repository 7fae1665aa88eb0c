import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stores } from './containers.js';
import { freePorts } from './kafka-ports.js';
import type { Platform } from './processes-platform.js';
import { apps, newToken, programOf, type AppName, type ServiceName } from './processes-program.js';
import { AppProcess, runToEnd, withLogs } from './processes.js';

const databaseOwners = ['admin', 'tracking-ingest', 'import-worker', 'warehouse-metadata'] as const;

/** The servers that a fleet uses. */
export type FleetStores = Pick<Stores, 'brokers' | 'databaseUrl'>;

/** What is given to a fleet instead of being made up: by one that is started anew, on other servers perhaps. */
export interface Kept {
  /** Settings of every process, beside what it needs or, as its keys, in place of it. */
  settings: Record<string, string>;
  /** In it a directory of each app. */
  dataDirectory: string;
}

/**
 * The product as services on the same stores, with any number of processes of each app. Those of one app share settings
 * and data, and differ in their ports.
 */
export class Fleet implements Platform {
  private readonly members: { app: ServiceName; process: AppProcess }[] = [];
  private readonly places = new Map<ServiceName, string>();

  private constructor(
    private readonly common: Record<string, string>,
    private readonly dataDirectory: string,
    private readonly logDirectory: string,
  ) {}

  /** A fleet without processes on stores that are ready for it: migrated, with all topics. */
  static async prepare(stores: FleetStores, { settings, dataDirectory }: Partial<Kept> = {}): Promise<Fleet> {
    const directory = await mkdtemp(path.join(tmpdir(), 'tributary-e2e-'));
    const common = { ...commonEnvironment(stores), ...settings };
    const command = (app: ServiceName, name: string) => runToEnd(programOf(app, common, directory, { command: name }));
    for (const owner of databaseOwners) await command(owner, 'migrate');
    await command('admin', 'topics');
    return new Fleet(common, dataDirectory ?? directory, directory);
  }

  get token(): string {
    return this.common['BOOTSTRAP_API_TOKEN'] ?? '';
  }

  /** Where clients find the gateway. */
  get url(): string {
    return this.places.get('gateway') ?? '';
  }

  /** Where gateways that are added later, or clients, find the app: its first process, unless something stands before it. */
  place(app: ServiceName, url: string): void {
    this.places.set(app, url);
  }

  /** One more process of the app, not yet started. */
  async add(app: ServiceName): Promise<AppProcess> {
    const [port] = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const owners = [...this.places].map(([name, place]) => [`${name.toUpperCase().replaceAll('-', '_')}_URL`, place]);
    const env = {
      ...this.common,
      ...(app === 'gateway' ? (Object.fromEntries(owners) as Record<string, string>) : {}),
      PORT: String(port),
      DATA_DIR: path.join(this.dataDirectory, app),
    };
    const number = this.of(app).length + 1;
    const process = new AppProcess(programOf(app, env, this.logDirectory, { number }), url);
    if (!this.places.has(app)) this.place(app, url);
    this.members.push({ app, process });
    return process;
  }

  /** The app's processes, running or not, in the order in which they were added. */
  of(app: ServiceName): AppProcess[] {
    return this.members.filter((member) => member.app === app).map(({ process }) => process);
  }

  process(name: AppName): AppProcess {
    const [first] = name === 'standalone' ? [] : this.of(name);
    if (!first) throw new Error(`there is no process "${name}" in this shape`);
    return first;
  }

  /** Starts what does not run; resolves when every process is ready. */
  async start(): Promise<void> {
    const idle = this.processes.filter(({ isRunning }) => !isRunning);
    const started = await Promise.allSettled(idle.map((process) => process.start()));
    const failed = started.find((result) => result.status === 'rejected');
    if (!failed) return;
    await this.stop();
    throw failed.reason;
  }

  explain(error: unknown): Error {
    return withLogs(this.processes, error);
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
  }

  private get processes(): AppProcess[] {
    return this.members.map(({ process }) => process);
  }
}

/** One process of each app, ready. */
export async function startFleet(stores: FleetStores, given?: Partial<Kept>): Promise<Fleet> {
  const fleet = await Fleet.prepare(stores, given);
  for (const app of apps) await fleet.add(app);
  await fleet.start();
  return fleet;
}

/** Every app gets what any of them needs; the key is as long as production wants it. */
function commonEnvironment({ databaseUrl, brokers }: FleetStores): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: brokers.join(','),
    INTERNAL_KEY: randomBytes(32).toString('base64'),
    SECRETS_KEY: randomBytes(32).toString('base64'),
    BOOTSTRAP_API_TOKEN: newToken(),
    // The servers of the suites are on this machine.
    WAREHOUSE_ALLOWED_HOSTS: '127.0.0.1,localhost',
  };
}
