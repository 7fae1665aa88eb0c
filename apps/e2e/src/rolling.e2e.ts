import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { eventually } from '@tributary/testing/eventually';
import { RollingFleet } from './rolling-fleet.js';
import { PoliteClient } from './rolling-visitor.js';
import { Visitors } from './rolling-visitors.js';
import { Scenario } from './scenario.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

let stores: Stores;
let rolling: RollingFleet;
let scenario: Scenario;
let visitors: Visitors;
const step = stepsOn(() => rolling.fleet);

beforeAll(async () => {
  stores = await startStores();
  rolling = await RollingFleet.start(stores);
  const { fleet } = rolling;
  scenario = new Scenario(fleet, () => stores.databaseUrl);
  visitors = await Visitors.inTenantsOfTheirOwn(new PoliteClient(fleet.url, fleet.token));
}, suiteTimeoutMs);

afterAll(async () => {
  await (rolling as RollingFleet | undefined)?.stop();
  await (stores as Stores | undefined)?.stop();
}, suiteTimeoutMs);

/** Every visitor has been there once more, from the beginning of a visit to its end. */
async function busy(): Promise<void> {
  const goals = visitors.all.map(({ visits }) => visits + 2);
  await eventually(
    () => visitors.all.forEach(({ visits }, index) => expect(visits).toBeGreaterThanOrEqual(goals[index] ?? 0)),
    { within: 150_000 },
  );
}

describe('a restart of every process under load, one of each app at a time', () => {
  step('fails no request: what can not be answered yet is answered 503 with Retry-After', async () => {
    for (const visitor of visitors.all) visitor.come();
    try {
      await scenario.endure({ strike: busy, meanwhile: () => rolling.roll(), repair: busy });
    } finally {
      await Promise.all(visitors.all.map((visitor) => visitor.leave()));
    }
    expect(visitors.all.flatMap(({ failures }) => failures)).toEqual([]);
    expect(scenario.load.unanswered).toEqual([]);
  });

  step('… loses and doubles no activity', () => scenario.expectExactlyOnce());

  step('… and nothing that was written or imported', () => visitors.expectAllThere(stores.databaseUrl));

  step('… which is no matter of course: a gateway that is killed leaves requests without an answer', async () => {
    const [gateway] = rolling.fleet.of('gateway');
    await scenario.endure({
      strike: async () => gateway?.kill(),
      meanwhile: () => eventually(() => expect(scenario.load.unanswered).not.toEqual([])),
      repair: () => rolling.fleet.start(),
    });
    await scenario.expectExactlyOnce();
  });
});
