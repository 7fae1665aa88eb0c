import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { eventually } from '@tributary/testing/eventually';
import { expectedReport, queryDatabase } from '@tributary/testing/load-check';
import { replay, replayAs } from '@tributary/testing/load-replay';
import { type AppName, type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { activityReceived, activityStored } from '@tributary/contracts/topics';
import { randomUUID } from 'node:crypto';
import { journey } from './journey.js';
import { Scenario } from './scenario.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

let stores: Stores;
let platform: Platform;
let scenario: Scenario;

beforeAll(async () => {
  stores = await startStores();
  platform = await startPlatform({ shape: 'distributed', stores });
  scenario = new Scenario(platform, () => stores.databaseUrl);
}, suiteTimeoutMs);

afterAll(async () => {
  await platform?.stop();
  await stores?.stop();
}, suiteTimeoutMs);

const restart = (name: AppName) => ({
  strike: () => platform.process(name).kill(),
  repair: () => platform.process(name).start(),
});

const step = stepsOn(() => platform);

describe('six processes on Kafka and PostgreSQL', () => {
  describe('a client', () => journey(() => platform));

  step('store and report every acknowledged activity once when the gateway is killed', async () => {
    const resent = scenario.load.resent;
    await scenario.endure(restart('gateway'));
    expect(scenario.load.resent).toBeGreaterThan(resent);
    await scenario.expectExactlyOnce();
  });

  step('… when tracking-ingest is killed: collection goes on, and the check sees what is not stored yet', async () => {
    const meanwhile = async () => {
      await scenario.load.flows();
      expect((await scenario.discrepancies()).lost).not.toEqual([]);
    };
    await scenario.endure({ ...restart('tracking-ingest'), meanwhile });
    await scenario.expectExactlyOnce();
  });

  step('… when analytics is killed: collection goes on, and the check sees what is not reported yet', async () => {
    const meanwhile = async () => {
      await scenario.load.flows();
      await expect(scenario.report()).rejects.toThrow('the report answers 503');
    };
    await scenario.endure({ ...restart('analytics'), meanwhile });
    await scenario.expectExactlyOnce();
  });

  step('… when the broker is killed', async () => {
    const resent = scenario.load.resent;
    const meanwhile = () => eventually(() => expect(scenario.load.resent).toBeGreaterThan(resent));
    await scenario.endure({ strike: () => stores.kafka.kill(), meanwhile, repair: () => stores.kafka.start() });
    await scenario.expectExactlyOnce();
  });

  step('… when PostgreSQL is killed: collection goes on', async () => {
    const meanwhile = () => scenario.load.flows();
    await scenario.endure({ strike: () => stores.postgres.kill(), meanwhile, repair: () => stores.postgres.start() });
    await scenario.expectExactlyOnce();
  });

  step('… when every message of both topics is delivered a second time', async () => {
    const replayed = [
      await replay(stores.brokers, activityReceived.name),
      await replay(stores.brokers, activityStored.name),
    ];
    expect(Math.min(...replayed)).toBeGreaterThan(0);
    await scenario.expectExactlyOnce();
  });
});

describe('the check, at the end', () => {
  step('finds a row that is missing and one that is there twice', async () => {
    await queryDatabase(stores.databaseUrl, 'create table copied as select * from tracking_ingest.activities');
    const [lost, duplicated] = [...scenario.load.acknowledged.keys()];
    await queryDatabase(stores.databaseUrl, `delete from copied where activity_id = '${lost}'`);
    await queryDatabase(
      stores.databaseUrl,
      `insert into copied select * from copied where activity_id = '${duplicated}'`,
    );
    expect(await scenario.discrepancies('copied')).toEqual({ lost: [lost], duplicated: [duplicated], unknown: [] });
  });

  step('finds what a second delivery under another id stores and reports', async () => {
    const id = randomUUID();
    const { value: sent } = scenario.load.acknowledged.keys().next();
    await replayAs(stores.brokers, activityReceived.name, String(sent), id);
    await eventually(async () => expect((await scenario.discrepancies()).unknown).toEqual([id]));
    const { sessions } = expectedReport(scenario.load.acknowledged);
    await eventually(async () => expect((await scenario.report()).sessions).toBe(sessions + 1));
  });
});
