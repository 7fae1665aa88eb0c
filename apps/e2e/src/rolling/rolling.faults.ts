import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers/containers';
import { eventually } from '@tributary/testing/eventually';
import { RetryingClient } from './rolling-client.js';
import { RequestLoops } from './rolling-loops.js';
import { ReplicatedFleet } from '../suite/replicated-fleet.js';
import { Scenario } from '../suite/scenario.js';
import { stepsOn } from '../suite/step.js';

let stores: Stores;
let rolling: ReplicatedFleet;
let scenario: Scenario;
let loops: RequestLoops;
const step = stepsOn(() => rolling.fleet);

beforeAll(async () => {
  stores = await startStores();
  rolling = await ReplicatedFleet.start(stores);
  const { fleet } = rolling;
  scenario = new Scenario(fleet, () => stores.databaseUrl);
  loops = await RequestLoops.inOwnTenants(new RetryingClient(fleet.url, fleet.token));
});

afterAll(async () => {
  await (rolling as ReplicatedFleet | undefined)?.stop();
  await (stores as Stores | undefined)?.stop();
});

describe('a restart of every process under load, one of each app at a time', () => {
  step('fails no request, except with a 503 with Retry-After', async () => {
    await loops.expectNoFailureDuring(scenario, () => rolling.restartAll());
  });

  step('… loses and duplicates no activity', () => scenario.expectExactlyOnce());

  step('… loses and duplicates nothing that was written or imported', () => loops.expectAllWritten(stores.databaseUrl));

  step('(control) a killed gateway leaves requests without a response', async () => {
    const [gateway] = rolling.fleet.of('gateway');
    await scenario.runThroughFault({
      inject: async () => gateway?.kill(),
      during: () => eventually(() => expect(scenario.load.unanswered).not.toEqual([])),
      repair: () => rolling.fleet.start(),
    });
    await scenario.expectExactlyOnce();
  });
});
