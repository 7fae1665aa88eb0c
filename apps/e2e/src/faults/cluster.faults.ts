import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { type KafkaCluster, startKafkaCluster } from '@tributary/testing/kafka/kafka-cluster';
import { anActivity, postActivity } from '@tributary/testing/load/load';
import { exactlyOnce } from '@tributary/testing/load/load-check';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import { Fleet } from '@tributary/testing/processes/processes-fleet';
import { noon, Scenario } from '../suite/scenario.js';
import { stepsOn } from '../suite/step.js';

/** Longer than a consumer needs to find the new coordinator of its group. */
const storedWithinMs = 180_000;

let cluster: KafkaCluster;
let postgres: TestPostgres;
let fleet: Fleet;
let scenario: Scenario;
const step = stepsOn(() => fleet);

beforeAll(async () => {
  [cluster, postgres] = await Promise.all([startKafkaCluster(), startPostgres()]);
  const stores = { brokers: cluster.brokers, databaseUrl: postgres.url };
  fleet = await Fleet.prepare(stores, { settings: { KAFKA_REPLICATION_FACTOR: '3' } });
  // The gateway requires their addresses, and no request here is for them.
  for (const app of ['activity-analysis', 'analytics', 'import-worker', 'warehouse-metadata'] as const)
    fleet.setUrl(app, 'http://127.0.0.1:9');
  for (const app of ['admin', 'tracking-ingest', 'gateway'] as const) await fleet.add(app);
  await fleet.start();
  scenario = new Scenario(fleet, () => postgres.url);
});

afterAll(async () => {
  // Undefined if the start failed.
  await (fleet as Fleet | undefined)?.stop();
  await (cluster as KafkaCluster | undefined)?.stop();
  await (postgres as TestPostgres | undefined)?.stop();
});

describe.each([1, 2, 3])('broker %i of three', (id) => {
  const node = () => cluster.nodes[id - 1]!;
  // The other two go on without it.
  const during = () => scenario.load.untilAcknowledged(500);

  step('is killed, and then frozen: collecting goes on, and each acknowledged activity is stored once', async () => {
    await scenario.runThroughFault({ inject: () => node().kill(), during, repair: () => node().start() });
    await scenario.runThroughFault({ inject: () => node().pause(), during, repair: () => node().resume() });
    expect(Object.fromEntries(scenario.load.unexpected)).toEqual({});
    await eventually(async () => expect(await scenario.discrepancies()).toEqual(exactlyOnce), {
      within: storedWithinMs,
    });
  });
});

step(
  '(control) the check finds an activity that is stored without being expected, and one that is not stored',
  async () => {
    const [unexpected, missing] = [randomUUID(), randomUUID()];
    expect(await postActivity(fleet, anActivity(unexpected, 'control', noon))).toMatchObject({ status: 200 });
    scenario.load.acknowledged.set(missing, 'control');
    const found = { ...exactlyOnce, lost: [missing], unknown: [unexpected] };
    await eventually(async () => expect(await scenario.discrepancies()).toEqual(found));
  },
);
