import { expect } from '@jest/globals';
import type { Stores } from '@tributary/testing/containers';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes';
import { Balancer } from '@tributary/testing/processes-balancer';
import { Fleet } from '@tributary/testing/processes-fleet';
import { apps, type ServiceName } from '@tributary/testing/processes-program';

/** Longer than a balancer takes to look, and than the gateway keeps an idle connection to an owner. */
const drainMs = 5_000;

/** Of analytics there is one process: its facts have one owner. */
const replicas = (app: ServiceName) => (app === 'analytics' ? 1 : 2);

/** The product as it stands in a cluster: before each app a balancer of connections, behind which its processes come and go. */
export class RollingFleet {
  private constructor(
    readonly fleet: Fleet,
    private readonly balancers: Map<ServiceName, Balancer>,
  ) {}

  static async start(stores: Stores): Promise<RollingFleet> {
    const fleet = await Fleet.prepare(stores, { settings: { SHUTDOWN_DRAIN_MS: String(drainMs) } });
    const rolling = new RollingFleet(fleet, new Map());
    for (const app of apps) {
      const balancer = await Balancer.start(() => fleet.of(app));
      rolling.balancers.set(app, balancer);
      fleet.place(app, balancer.url);
    }
    await rolling.addProcesses().catch(async (error: unknown) => {
      await rolling.stop();
      throw error;
    });
    return rolling;
  }

  /** Restarts every process: of all apps at once, of each app one after the other, the next when the last one is ready. */
  async roll(): Promise<void> {
    await Promise.all(apps.map((app) => this.rollOne(app)));
  }

  async stop(): Promise<void> {
    await this.fleet.stop();
    await Promise.all([...this.balancers.values()].map((balancer) => balancer.stop()));
  }

  private async addProcesses(): Promise<void> {
    for (const number of [1, 2]) {
      for (const app of apps) if (number <= replicas(app)) await this.fleet.add(app);
      await this.fleet.start();
    }
    for (const app of apps) for (const process of this.fleet.of(app)) await this.untilGiven(app, process);
  }

  private async rollOne(app: ServiceName): Promise<void> {
    for (const process of this.fleet.of(app)) {
      const { pid } = process;
      expect([app, await process.terminate()]).toEqual([app, 0]);
      await process.start();
      expect(process.pid).not.toBe(pid);
      await this.untilGiven(app, process);
    }
  }

  /** Ready is who the balancer has seen ready. */
  private async untilGiven(app: ServiceName, process: AppProcess): Promise<void> {
    await eventually(() => expect([app, this.balancers.get(app)?.gives(process)]).toEqual([app, true]));
  }
}
