import { randomUUID } from 'node:crypto';
import { describe, expect } from '@jest/globals';
import { exactlyOnce } from '@tributary/testing/load/load-check';
import { manyCopies } from '../copies/many-copies.js';
import { rollingRestart } from '../rolling/rolling-restart.js';
import { ReplicatedSuite } from '../suite/replicated-suite.js';
import { brokerFaults } from './broker-faults.js';

const suite = new ReplicatedSuite();

describe('two processes of each app, three brokers, and a database with a standby', () => {
  describe('a restart of every process under load, one of each app at a time', () => rollingRestart(suite));
  describe('two brokers of three, one after the other', () => brokerFaults(suite));
  // Last, because its failover leaves no standby.
  describe('many copies', () => manyCopies(suite));
});

describe('the check, at the end', () => {
  suite.step('finds an activity that is missing, and one that is stored without being expected', async () => {
    const { load } = suite.scenario;
    const missing = randomUUID();
    const [unexpected] = [...load.acknowledged.keys()] as [string];
    load.acknowledged.delete(unexpected);
    load.acknowledged.set(missing, 'control');
    expect(await suite.scenario.discrepancies()).toEqual({ ...exactlyOnce, lost: [missing], unknown: [unexpected] });
  });
});
