import { randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { Balancer } from '@tributary/testing/processes/processes-balancer';
import { Fleet, newSecrets, type FleetState, type FleetStores } from '@tributary/testing/processes/processes-fleet';
import { apps, type AppName, type ServiceName } from '@tributary/testing/processes/processes-program';
import { limitToOldDeployment } from './old-version.js';

/** Longer than the probe interval of a balancer, and than the gateway keeps an idle connection to a service. */
const drainMs = 5_000;

/**
 * Processes of an old and a new version on the same stores, behind a balancer per app. The new ones have only the settings
 * that a deployment of the old version has.
 */
export class TwoVersions implements Platform {
  private readonly balancers = new Map<ServiceName, Balancer>();
  private readonly state: FleetState;
  private old: Fleet;
  private new?: Fleet;

  private constructor(
    private readonly stores: FleetStores,
    dataDirectory: string,
    private readonly oldTree: string,
  ) {
    const INTERNAL_KEY = randomBytes(32).toString('base64');
    // The old tree is built without its console.
    const settings = {
      ...newSecrets(),
      INTERNAL_KEY,
      SHUTDOWN_DRAIN_MS: String(drainMs),
      CONSOLE: 'off',
      PLUGIN_TIMEOUT: '1m',
    };
    this.state = { settings, dataDirectory };
  }

  /** Starts all processes of the old version. */
  static async start(stores: FleetStores, dataDirectory: string, oldTree: string): Promise<TwoVersions> {
    const versions = new TwoVersions(stores, dataDirectory, oldTree);
    versions.old = await Fleet.prepare(stores, { ...versions.state, tree: oldTree });
    for (const app of apps) versions.balancers.set(app, await Balancer.start(() => versions.of(app)));
    versions.route(versions.old);
    await versions
      .startEach(() => 'old')
      .catch(async (error: unknown) => {
        await versions.stop();
        throw error;
      });
    return versions;
  }

  /** Runs the migrations of the new version and creates its topics. */
  async prepareNew(): Promise<void> {
    this.new = await Fleet.prepare(this.stores, this.state);
    this.route(this.new);
  }

  /** Starts a process of each app in its version. */
  async startEach(versionOf: (app: ServiceName) => 'old' | 'new'): Promise<void> {
    await Promise.all(apps.map((app) => this.add(app, versionOf(app))));
  }

  /** Starts a process of the app beside those that run. */
  async add(app: ServiceName, version: 'old' | 'new', settings: Record<string, string> = {}): Promise<void> {
    const fleet = this[version];
    if (!fleet) throw new Error('the new version is not prepared');
    const process = await fleet.add(app, settings);
    if (version === 'new') limitToOldDeployment(process, this.oldTree);
    await process.start();
    await eventually(() => expect([app, this.balancers.get(app)?.answerOf(process)]).toEqual([app, 'ready']));
  }

  /** Ends the processes of the app in that version, as an upgrade does. */
  async remove(app: ServiceName, version: 'old' | 'new'): Promise<void> {
    const running = this[version]?.of(app).filter(({ isRunning }) => isRunning) ?? [];
    expect(running).not.toEqual([]);
    for (const process of running) expect([app, await process.terminate()]).toEqual([app, 0]);
  }

  /**
   * Replaces the new process of the app by one without INTERNAL_KEY.
   *
   * @param first whether the old one ends before
   */
  async forgetInternalKey(app: ServiceName, { first = false } = {}): Promise<void> {
    const running = this.new?.of(app).filter(({ isRunning }) => isRunning) ?? [];
    const end = async () => {
      for (const process of running) expect([app, await process.terminate()]).toEqual([app, 0]);
    };
    if (first) await end();
    // An empty variable counts as absent.
    await this.add(app, 'new', { INTERNAL_KEY: '' });
    if (!first) await end();
  }

  /** Ends every process of the old version that still runs. */
  async stopOld(): Promise<void> {
    const running = apps.filter((app) => this.old.of(app).some(({ isRunning }) => isRunning));
    await Promise.all(running.map((app) => this.remove(app, 'old')));
  }

  get url(): string {
    return this.balancers.get('gateway')?.url ?? '';
  }

  get token(): string {
    return this.old.token;
  }

  process(name: AppName): AppProcess {
    throw new Error(`there may be several processes "${name}"`);
  }

  explain(error: unknown): Error {
    return this.old.explain(this.new ? this.new.explain(error) : error);
  }

  async stop(): Promise<void> {
    await Promise.all([this.old.stop(), this.new?.stop()]);
    await Promise.all([...this.balancers.values()].map((balancer) => balancer.stop()));
  }

  private of(app: ServiceName): AppProcess[] {
    return [this.old, this.new].flatMap((fleet) => fleet?.of(app) ?? []);
  }

  private route(fleet: Fleet): void {
    for (const [app, { url }] of this.balancers) fleet.setUrl(app, url);
  }
}
