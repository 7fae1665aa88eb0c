import { afterAll, beforeAll } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { type Fleet, startFleet } from '@tributary/testing/processes-fleet';
import { type Fault, Scenario } from './scenario.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

/** Six processes on Kafka and PostgreSQL, for all the steps of one file. Made at its top. */
export class DistributedSuite {
  stores: Stores;
  platform: Fleet;
  scenario: Scenario;
  readonly step = stepsOn(() => this.platform);

  constructor() {
    beforeAll(async () => {
      this.stores = await startStores();
      this.platform = await startFleet(this.stores);
      this.scenario = new Scenario(this.platform, () => this.stores.databaseUrl);
    }, suiteTimeoutMs);
    afterAll(async () => {
      // Undefined when it did not start.
      await (this.platform as Fleet | undefined)?.stop();
      await (this.stores as Stores | undefined)?.stop();
    }, suiteTimeoutMs);
  }

  /** kill -9 of a store, until it is started again on the same port and data. */
  outageOf(name: 'kafka' | 'postgres'): Fault {
    return { strike: () => this.stores[name].kill(), repair: () => this.stores[name].start() };
  }
}
