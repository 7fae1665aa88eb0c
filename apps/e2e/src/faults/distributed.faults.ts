import { describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectedReport } from '@tributary/testing/load/load-check';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { replay, replayAs } from '@tributary/testing/load/load-replay';
import type { AppName } from '@tributary/testing/processes/processes-platform';
import { activityReceived, activityStored } from '@tributary/contracts/topics/topics';
import { randomUUID } from 'node:crypto';
import { ConsentHistory } from './consent-history.js';
import { DistributedSuite } from '../suite/distributed-suite.js';
import { journey } from './activity-journey.js';

const suite = new DistributedSuite();
const { step } = suite;

const restart = (name: AppName) => ({
  inject: () => suite.platform.process(name).kill(),
  repair: () => suite.platform.process(name).start(),
});

describe('seven processes on Kafka and PostgreSQL', () => {
  describe('a client', () => journey(() => suite.platform));

  step('store and report every acknowledged activity once when the gateway is killed', async () => {
    const resent = suite.scenario.load.resent;
    await suite.scenario.runThroughFault(restart('gateway'));
    expect(suite.scenario.load.resent).toBeGreaterThan(resent);
    await suite.scenario.expectExactlyOnce();
  });

  step(
    '… when tracking-ingest is killed: collecting continues, and the check finds activities that are not stored yet',
    async () => {
      const during = async () => {
        await suite.scenario.load.untilAcknowledged();
        expect((await suite.scenario.discrepancies()).lost).not.toEqual([]);
      };
      await suite.scenario.runThroughFault({ ...restart('tracking-ingest'), during });
      await suite.scenario.expectExactlyOnce();
    },
  );

  step('… when analytics is killed: collecting continues, and reports answer 503', async () => {
    const during = async () => {
      await suite.scenario.load.untilAcknowledged();
      await expect(suite.scenario.report()).rejects.toThrow('the report answers 503');
    };
    await suite.scenario.runThroughFault({ ...restart('analytics'), during });
    await suite.scenario.expectExactlyOnce();
  });

  step('… when the broker is killed', async () => {
    const resent = suite.scenario.load.resent;
    const during = () => eventually(() => expect(suite.scenario.load.resent).toBeGreaterThan(resent));
    await suite.scenario.runThroughFault({ ...suite.outageOf('kafka'), during });
    await suite.scenario.expectExactlyOnce();
  });

  step('… when PostgreSQL is killed: collecting continues', async () => {
    const during = () => suite.scenario.load.untilAcknowledged();
    await suite.scenario.runThroughFault({ ...suite.outageOf('postgres'), during });
    await suite.scenario.expectExactlyOnce();
  });

  step('store exactly the activities that choices permit, however often processes are killed', async () => {
    const history = await ConsentHistory.start(suite.platform);
    for (const name of ['tracking-ingest', 'gateway', 'tracking-ingest', 'admin'] as const) {
      await history.progress();
      await suite.platform.process(name).kill();
      await suite.platform.process(name).start();
    }
    await suite.outageOf('postgres').inject();
    await suite.outageOf('postgres').repair();
    await history.progress();
    await history.expectOutcomes();
  });

  step('… when every message of both topics is delivered a second time', async () => {
    const replayed = [
      await replay(suite.stores.brokers, activityReceived.name),
      await replay(suite.stores.brokers, activityStored.name),
    ];
    expect(Math.min(...replayed)).toBeGreaterThan(0);
    await suite.scenario.expectExactlyOnce();
  });
});

describe('the check, at the end', () => {
  step('finds a missing row and a duplicate row', async () => {
    await queryDatabase(suite.stores.databaseUrl, 'create table copied as select * from tracking_ingest.activities');
    const [lost, duplicated] = [...suite.scenario.load.acknowledged.keys()];
    await queryDatabase(suite.stores.databaseUrl, `delete from copied where activity_id = '${lost}'`);
    await queryDatabase(
      suite.stores.databaseUrl,
      `insert into copied select * from copied where activity_id = '${duplicated}'`,
    );
    expect(await suite.scenario.discrepancies('copied')).toEqual({
      lost: [lost],
      duplicated: [duplicated],
      unknown: [],
    });
  });

  step('finds an activity that is delivered again under another id', async () => {
    const id = randomUUID();
    const { value: sent } = suite.scenario.load.acknowledged.keys().next();
    await replayAs(suite.stores.brokers, activityReceived.name, String(sent), id);
    await eventually(async () => expect((await suite.scenario.discrepancies()).unknown).toEqual([id]));
    const { sessions } = expectedReport(suite.scenario.load.acknowledged);
    await eventually(async () => expect((await suite.scenario.report()).sessions).toBe(sessions + 1));
  });
});
