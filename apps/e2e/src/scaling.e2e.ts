import { describe, expect } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics';
import { replay } from '@tributary/testing/load-replay';
import { DistributedSuite } from './distributed-suite.js';
import { scalingConsumers } from './scaling-consumers.js';
import { scalingGateways } from './scaling-gateways.js';

const suite = new DistributedSuite();
const { step } = suite;

describe('services that are scaled under load', () => {
  describe('one, three, one: tracking-ingest and import-worker', () => scalingConsumers(suite));
  describe('two gateways', () => scalingGateways(suite));
});

describe('the check, at the end', () => {
  step(
    'sees what nobody has stored while there is no tracking-ingest, and nothing amiss once there is one',
    async () => {
      const ingest = suite.platform.process('tracking-ingest');
      const strike = async () => expect(await ingest.terminate()).toBe(0);
      const meanwhile = async () => {
        await suite.scenario.load.flows();
        expect((await suite.scenario.discrepancies()).lost).not.toEqual([]);
      };
      await suite.scenario.endure({ strike, meanwhile, repair: () => ingest.start() });
      await suite.scenario.expectExactlyOnce();
    },
  );

  step('sees nothing amiss when every message is delivered a second time', async () => {
    expect(await replay(suite.stores.brokers, activityReceived.name)).toBeGreaterThan(0);
    await suite.scenario.expectExactlyOnce();
  });
});
