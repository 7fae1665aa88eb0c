import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type ClickHouseServer, startClickHouse } from '@tributary/testing/clickhouse/clickhouse-server';
import { testingConfig } from '@tributary/testing/config';
import { type KafkaCluster, startKafkaCluster } from '@tributary/testing/kafka/kafka-cluster';
import { exactlyOnce } from '@tributary/testing/load/load-check';
import { type PostgresPair, startPostgresPair } from '@tributary/testing/postgres/postgres-pair';
import { PluginHistory } from '../plugins/plugin-history.js';
import { reconciliationOf } from '../plugins/reconciliation.js';
import { ReplicatedFleet } from '../suite/replicated-fleet.js';
import { Scenario } from '../suite/scenario.js';
import { stepsOn } from '../suite/step.js';
import { FaultSchedule } from './fault-schedule.js';
import { ImportSeries } from './import-series.js';
import { Timeline } from './timeline.js';
import { WatchedRevocations } from './watched-revocations.js';

const { MANY_COPIES_SECONDS, MANY_COPIES_TIMELINE } = testingConfig();
const faultsMs = MANY_COPIES_SECONDS * 1_000;
/** A revocation is in effect within a second of its answer. A busy machine may need longer for some. */
const revocationLimitMs = { median: 1_000, each: 3_000 };

let cluster: KafkaCluster;
let pair: PostgresPair;
let clickHouse: ClickHouseServer;
let replicated: ReplicatedFleet;
let scenario: Scenario;
let imports: ImportSeries;
let analyzed: PluginHistory;
let revocations: WatchedRevocations;
let timeline: Timeline;
const step = stepsOn(() => replicated.fleet);

beforeAll(async () => {
  [cluster, pair, clickHouse] = await Promise.all([startKafkaCluster(), startPostgresPair(), startClickHouse()]);
  const stores = { brokers: cluster.brokers, databaseUrl: pair.url };
  const settings = { KAFKA_REPLICATION_FACTOR: '3', CLICKHOUSE_URL: clickHouse.url, CLICKHOUSE_DATABASE: 'copies' };
  replicated = await ReplicatedFleet.start(stores, { settings, analytics: 2 });
  const { fleet } = replicated;
  scenario = new Scenario(fleet, () => pair.url);
  imports = new ImportSeries(fleet, () => pair.url);
  timeline = new Timeline(scenario, pair.url);
  revocations = new WatchedRevocations(
    fleet,
    () => fleet.of('gateway'),
    (revocation) => timeline.recordRevocation(revocation),
  );
  analyzed = await PluginHistory.start(fleet);
});

afterAll(async () => {
  // Undefined if the start failed.
  await (analyzed as PluginHistory | undefined)?.close();
  await (replicated as ReplicatedFleet | undefined)?.stop();
  await (cluster as KafkaCluster | undefined)?.stop();
  await (pair as PostgresPair | undefined)?.stop();
  await (clickHouse as ClickHouseServer | undefined)?.stop();
});

describe('two processes of each app, three brokers, and a database with a standby', () => {
  step('are killed, frozen and failed over under load, and clients see only 503 and broken connections', async () => {
    const loads = [imports, revocations, timeline];
    for (const load of loads) load.start();
    const faults = new FaultSchedule({ fleet: replicated.fleet, cluster, pair }, (kind, fault) =>
      timeline.record(kind, fault),
    );
    try {
      await scenario.runThroughFault({ inject: () => faults.run(faultsMs), repair: () => Promise.resolve() });
    } catch (error) {
      throw new Error(`${String(error)}, after these faults:\n${timeline.lastFaults()}`, { cause: error });
    } finally {
      await Promise.allSettled([...loads, analyzed].map((load) => load.stop()));
    }
    await Promise.all([...loads, analyzed].map((load) => load.stop()));
    expect(timeline.countOf('process')).toBeGreaterThanOrEqual(7);
    expect(timeline.countOf('broker')).toBeGreaterThanOrEqual(2);
    expect(timeline.countOf('database')).toBe(1);
    expect(scenario.load.resent).toBeGreaterThan(0);
    expect(imports.count).toBeGreaterThan(0);
  });

  step('… every acknowledged activity is stored once and reported once', () => scenario.expectExactlyOnce());

  step('… every line of every import is applied once and counted once', () => imports.expectEveryLineOnce());

  step('… every analyzed activity ends once, in its way', () => analyzed.expectOutcomes(pair.url));

  step('… the balance is closed', async () => {
    const { accepted, duplicate, difference, stored, uncertain: _, ...others } = await reconciliationOf(pair.url, '1');
    expect(stored).toBe(scenario.load.acknowledged.size);
    expect(others).toEqual({ dropped: 0, dropped_on_error: 0, erased: 0, refused_by_choice: 0, rejected: 0 });
    // None is missing. The surplus was answered 503 and sent again, or counted by a gateway that was killed.
    expect(difference).toBeLessThanOrEqual(0);
    expect(accepted - duplicate).toBeLessThanOrEqual(stored);
  });

  step('… both gateways refuse half of the revoked tokens within a second, and each within three', () => {
    const delays = timeline.revocations.map(({ acceptedForMs }) => acceptedForMs).sort((a, b) => a - b);
    process.stderr.write(`revoked tokens were accepted for ${delays.map(Math.round).join(', ')} ms\n`);
    for (const slow of timeline.revocations.filter(({ acceptedForMs }) => acceptedForMs > revocationLimitMs.median))
      process.stderr.write(`${JSON.stringify({ ...slow, faults: timeline.faultsBefore(slow.at + 10) })}\n`);
    if (MANY_COPIES_TIMELINE !== undefined)
      timeline.write(MANY_COPIES_TIMELINE, { imports: imports.count, analyzed: analyzed.count });
    expect(delays.length).toBeGreaterThan(3);
    expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(revocationLimitMs.median);
    expect(delays.at(-1)).toBeLessThan(revocationLimitMs.each);
    return Promise.resolve();
  });

  step('… and they refuse all of them after they have started again', async () => {
    for (const gateway of replicated.fleet.of('gateway')) {
      await gateway.terminate();
      await gateway.start();
    }
    await revocations.expectAllRefused();
  });

  step(
    '(control) the check finds an activity that is missing, and one that is stored without being expected',
    async () => {
      const missing = randomUUID();
      const [unexpected] = [...scenario.load.acknowledged.keys()] as [string];
      scenario.load.acknowledged.delete(unexpected);
      scenario.load.acknowledged.set(missing, 'control');
      expect(await scenario.discrepancies()).toEqual({ ...exactlyOnce, lost: [missing], unknown: [unexpected] });
    },
  );
});
