import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { expectedReport } from '@tributary/testing/load/load-check';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { replay, replayAs } from '@tributary/testing/load/load-replay';
import { type OtlpReceiver, startOtlpReceiver } from '@tributary/testing/otlp-receiver';
import { activityReceived, activityStored } from '@tributary/contracts/topics/topics';
import { randomUUID } from 'node:crypto';
import { importsDistributed } from '../imports/imports-distributed.js';
import { pluginsDistributed } from '../plugins/plugins-distributed.js';
import { scalingConsumers } from '../scaling/scaling-consumers.js';
import { scalingGateways } from '../scaling/scaling-gateways.js';
import { DistributedSuite } from '../suite/distributed-suite.js';
import { journey } from './activity-journey.js';
import { deadLettersDistributed } from './dead-letters.js';
import { distributedKills } from './distributed-kills.js';
import type { Poison } from './poison.js';
import { traces } from './traces.js';

let receiver: OtlpReceiver;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
});
// Only what a client samples is recorded, not the load.
const suite = new DistributedSuite(() => ({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '0' }));
afterAll(() => receiver.stop());
const { step } = suite;

describe('seven processes on Kafka and PostgreSQL', () => {
  describe('a client', () => journey(() => suite.platform));
  describe('one trace', () => traces(suite, () => receiver));
  describe('when one is killed', () => distributedKills(suite));
  let poison: () => Poison;
  describe('an activity that they could not store', () => void (poison = deadLettersDistributed(suite)));
  describe('an import', () => importsDistributed(suite));
  describe('scaled under load: one, three, one tracking-ingest and import-worker', () => scalingConsumers(suite));
  describe('scaled under load: two gateways', () => scalingGateways(suite));
  describe('analyzers', () => pluginsDistributed(suite));

  step('store and report every acknowledged activity once when every message is delivered a second time', async () => {
    const replayed = [
      await replay(suite.stores.brokers, activityReceived.name),
      await replay(suite.stores.brokers, activityStored.name),
    ];
    expect(Math.min(...replayed)).toBeGreaterThan(0);
    await suite.scenario.expectExactlyOnce();
    // Later activities are stored, so the second delivery was handled.
    await poison().sendHealthy();
    expect(await poison().storedTimes()).toBe(1);
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
