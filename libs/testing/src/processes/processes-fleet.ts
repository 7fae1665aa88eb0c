import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import type { Stores } from '../containers/containers.js';
import { freePorts } from '../free-ports.js';
import type { Platform } from './platform.js';
import { apps, newToken, programOf, type AppName, type ServiceName } from './processes-program.js';
import { AppProcess, runToEnd, withLogs } from './processes.js';

const databaseOwners = [
  'admin',
  'tracking-ingest',
  'activity-analysis',
  'import-worker',
  'warehouse-metadata',
] as const;

/** The servers that a fleet uses. */
export type FleetStores = Pick<Stores, 'brokers' | 'databaseUrl'>;

/** Settings and data of an earlier fleet, for a fleet that continues with them, perhaps on other servers. */
export interface FleetState {
  /** Settings of every process. They override the generated settings, such as keys. */
  settings: Record<string, string>;
  /** Contains one directory per app. */
  dataDirectory: string;
  /** A built checkout of another version, whose programs run. */
  tree?: string;
}

/**
 * The product as services on the same stores, with any number of processes of each app. The processes of an app share
 * settings and data, and differ in their ports.
 */
export class Fleet implements Platform {
  private readonly members: { app: ServiceName; process: AppProcess }[] = [];
  private readonly urls = new Map<ServiceName, string>();

  private constructor(
    private readonly common: Record<string, string>,
    private readonly dataDirectory: string,
    private readonly logDirectory: string,
    private readonly tree?: string,
  ) {}

  /** Migrates the databases and creates the topics. @returns a fleet without processes. */
  static async prepare(
    stores: FleetStores,
    { settings, dataDirectory, tree }: Partial<FleetState> = {},
  ): Promise<Fleet> {
    const directory = await mkdtemp(path.join(tmpdir(), 'tributary-e2e-'));
    const common = { ...commonEnvironment(stores), ...settings };
    const command = (app: ServiceName, name: string) =>
      runToEnd(programOf(app, common, directory, { command: name, tree }));
    for (const owner of databaseOwners) await command(owner, 'migrate');
    await command('admin', 'topics');
    return new Fleet(common, dataDirectory ?? directory, directory, tree);
  }

  get token(): string {
    return this.common['BOOTSTRAP_API_TOKEN'] ?? '';
  }

  /** The URL of the gateway. */
  get url(): string {
    return this.urls.get('gateway') ?? '';
  }

  /** Sets the URL of the app for clients and for gateways added later. The default is the URL of its first process. */
  setUrl(app: ServiceName, url: string): void {
    this.urls.set(app, url);
  }

  /** Adds a process of the app, with settings of its own, without starting it. */
  async add(app: ServiceName, settings: Record<string, string> = {}): Promise<AppProcess> {
    const [port] = await freePorts(1);
    const url = `http://127.0.0.1:${port}`;
    const ownerUrls = [...this.urls].map(([name, ownerUrl]) => [
      `${name.toUpperCase().replaceAll('-', '_')}_URL`,
      ownerUrl,
    ]);
    const env = {
      ...this.common,
      ...(app === 'gateway' ? (Object.fromEntries(ownerUrls) as Record<string, string>) : {}),
      PORT: String(port),
      DATA_DIR: path.join(this.dataDirectory, app),
      ...settings,
    };
    const number = this.of(app).length + 1;
    const process = new AppProcess(programOf(app, env, this.logDirectory, { number, tree: this.tree }), url);
    if (!this.urls.has(app)) this.setUrl(app, url);
    this.members.push({ app, process });
    return process;
  }

  /** Stops the process, which is no longer one of the app's. */
  async remove(process: AppProcess): Promise<void> {
    await process.stop();
    this.members.splice(
      this.members.findIndex((member) => member.process === process),
      1,
    );
  }

  /** The app's processes, running or not, in the order of their addition. */
  of(app: ServiceName): AppProcess[] {
    return this.members.filter((member) => member.app === app).map(({ process }) => process);
  }

  process(name: AppName): AppProcess {
    const [first] = name === 'standalone' ? [] : this.of(name);
    if (!first) throw new Error(`there is no process "${name}" in this shape`);
    return first;
  }

  /** Starts the processes that do not run. Resolves when every process is ready. */
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

/** Starts one process of each app. */
export async function startFleet(stores: FleetStores, state?: Partial<FleetState>): Promise<Fleet> {
  const fleet = await Fleet.prepare(stores, state);
  for (const app of apps) await fleet.add(app);
  await fleet.start();
  return fleet;
}

/** Long enough for production. A fleet that continues with the data of another one needs those of that one. */
export const newSecrets = () => ({
  ...newGatewayKeys(),
  SECRETS_KEY: randomBytes(32).toString('base64'),
  BOOTSTRAP_API_TOKEN: newToken(),
});

/** Every app gets the settings of all apps. */
export function commonEnvironment({ databaseUrl, brokers }: FleetStores): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: brokers.join(','),
    ...newSecrets(),
    // The servers of the suites are on this machine.
    WAREHOUSE_ALLOWED_HOSTS: '127.0.0.1,localhost',
    PLUGIN_ALLOWED_HOSTS: '127.0.0.1,localhost',
  };
}
