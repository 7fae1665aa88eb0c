import { afterAll, beforeAll } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { type Fault, Scenario } from './scenario.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

/** Six processes on Kafka and PostgreSQL, for all the steps of one file. Made at its top. */
export class DistributedSuite {
  stores: Stores;
  platform: Platform;
  scenario: Scenario;
  readonly step = stepsOn(() => this.platform);

  constructor() {
    beforeAll(async () => {
      this.stores = await startStores();
      this.platform = await startPlatform({ shape: 'distributed', stores: this.stores });
      this.scenario = new Scenario(this.platform, () => this.stores.databaseUrl);
    }, suiteTimeoutMs);
    afterAll(async () => {
      // Undefined when it did not start.
      await (this.platform as Platform | undefined)?.stop();
      await (this.stores as Stores | undefined)?.stop();
    }, suiteTimeoutMs);
  }

  /** kill -9 of a store, until it is started again on the same port and data. */
  outageOf(name: 'kafka' | 'postgres'): Fault {
    return { strike: () => this.stores[name].kill(), repair: () => this.stores[name].start() };
  }
}
