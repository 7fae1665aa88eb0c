import { describe, expect } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { replay } from '@tributary/testing/load/load-replay';
import { DistributedSuite } from '../suite/distributed-suite.js';
import { scalingConsumers } from './scaling-consumers.js';
import { scalingGateways } from './scaling-gateways.js';

const suite = new DistributedSuite();
const { step } = suite;

describe('services that are scaled under load', () => {
  describe('one, three, one: tracking-ingest and import-worker', () => scalingConsumers(suite));
  describe('two gateways', () => scalingGateways(suite));
});

describe('the check, at the end', () => {
  step('finds unstored activities while tracking-ingest is stopped, and none after its restart', async () => {
    const ingest = suite.platform.process('tracking-ingest');
    const inject = async () => expect(await ingest.terminate()).toBe(0);
    const during = async () => {
      await suite.scenario.load.untilAcknowledged();
      expect((await suite.scenario.discrepancies()).lost).not.toEqual([]);
    };
    await suite.scenario.runThroughFault({ inject, during, repair: () => ingest.start() });
    await suite.scenario.expectExactlyOnce();
  });

  step('finds no difference when every message is delivered a second time', async () => {
    expect(await replay(suite.stores.brokers, activityReceived.name)).toBeGreaterThan(0);
    await suite.scenario.expectExactlyOnce();
  });
});
