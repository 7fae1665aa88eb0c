import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { AppProcess } from '@tributary/testing/processes/processes';
import { Balancer } from '@tributary/testing/processes/processes-balancer';
import { Fleet, type FleetStores } from '@tributary/testing/processes/processes-fleet';
import { apps, type ServiceName } from '@tributary/testing/processes/processes-program';

/** Longer than the probe interval of a balancer, and than the gateway keeps an idle connection to a service. */
const drainMs = 5_000;

/** The product as in a cluster: a balancer in front of each app, which has two processes. Analytics needs ClickHouse for it. */
export class ReplicatedFleet {
  private constructor(
    readonly fleet: Fleet,
    private readonly balancers: Map<ServiceName, Balancer>,
  ) {}

  /** @param settings of every process */
  static async start(stores: FleetStores, settings: Record<string, string>): Promise<ReplicatedFleet> {
    const fleet = await Fleet.prepare(stores, { settings: { SHUTDOWN_DRAIN_MS: String(drainMs), ...settings } });
    const replicated = new ReplicatedFleet(fleet, new Map());
    for (const app of apps) {
      const balancer = await Balancer.start(() => fleet.of(app));
      replicated.balancers.set(app, balancer);
      fleet.setUrl(app, balancer.url);
    }
    await replicated.addProcesses().catch(async (error: unknown) => {
      await replicated.stop();
      throw error;
    });
    return replicated;
  }

  /** Restarts every process, one after the other: seven that start at once take two cores from the database and the brokers. */
  async restartAll(): Promise<void> {
    for (const app of apps) await this.restartOneByOne(app);
  }

  async stop(): Promise<void> {
    await this.fleet.stop();
    await Promise.all([...this.balancers.values()].map((balancer) => balancer.stop()));
  }

  private async addProcesses(): Promise<void> {
    for (const app of apps) await this.fleet.add(app);
    await this.fleet.start();
    for (const app of apps) {
      const copy = await this.fleet.add(app);
      await copy.startAgain();
    }
    for (const app of apps) for (const process of this.fleet.of(app)) await this.untilRouted(app, process);
  }

  private async restartOneByOne(app: ServiceName): Promise<void> {
    for (const process of this.fleet.of(app)) {
      const { pid } = process;
      expect([app, await process.terminate()]).toEqual([app, 0]);
      await process.startAgain();
      expect(process.pid).not.toBe(pid);
      await this.untilRouted(app, process);
    }
  }

  /** Resolves when the balancer routes connections to the process. */
  private async untilRouted(app: ServiceName, process: AppProcess): Promise<void> {
    await eventually(() => expect([app, this.balancers.get(app)?.answerOf(process)]).toEqual([app, 'ready']), {
      within: 180_000,
    });
  }
}
