import { afterAll, beforeAll, expect } from '@jest/globals';
import { pingBroker, pingDatabase } from '@tributary/testing/containers/containers-ready';
import { type Stores, startStores } from '@tributary/testing/containers/containers';
import { type Fleet, startFleet } from '@tributary/testing/processes/processes-fleet';
import { type Fault, Scenario } from './scenario.js';
import { stepsOn } from './step.js';

/** Seven processes on Kafka and PostgreSQL, shared by all steps of a file. Create it at the top of the file. */
export class DistributedSuite {
  stores: Stores;
  platform: Fleet;
  scenario: Scenario;
  readonly step = stepsOn(
    () => this.platform,
    () => this.platform.start(),
  );

  /** @param settings of every process, called before the start */
  constructor(settings: () => Record<string, string> = () => ({})) {
    beforeAll(async () => {
      this.stores = await startStores();
      this.platform = await startFleet(this.stores, { settings: settings() });
      this.scenario = new Scenario(this.platform, () => this.stores.databaseUrl);
    });
    afterAll(async () => {
      // Undefined if the start failed.
      await (this.platform as Fleet | undefined)?.stop();
      await (this.stores as Stores | undefined)?.stop();
    });
  }

  /** Kills a store with kill -9, so that it answers nothing, and restarts it on the same port and data. */
  outageOf(name: 'kafka' | 'postgres'): Fault {
    const ping = () => (name === 'kafka' ? pingBroker(this.stores.brokers) : pingDatabase(this.stores.databaseUrl));
    return {
      inject: async () => {
        await this.stores[name].kill();
        await expect(ping()).rejects.toThrow();
      },
      repair: () => this.stores[name].start(),
    };
  }
}
