import { afterAll, beforeAll, expect } from '@jest/globals';
import { activityReceived, chunkRequested } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { idleMembers, KafkaGroups } from '@tributary/testing/kafka/kafka-groups';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DistributedSuite } from '../suite/distributed-suite.js';
import { ImportUnderKills } from '../imports/import-kills.js';

/** The subscription of each app whose partitions its processes share. */
const subscriptions = {
  'tracking-ingest': { group: 'tracking-ingest.store-activities', topic: activityReceived.name },
  'import-worker': { group: 'import-worker.parse-chunks', topic: chunkRequested.name },
};
type Scaled = keyof typeof subscriptions;
const scaled = Object.keys(subscriptions) as Scaled[];

const kills = 4;
/** Lines of each import. All chunks of an import go to one worker, so three busy workers need several imports. */
const lines = 2_000;
/** The group notices a killed member after 10 s, and each kill starts another rebalance. */
const rebalanceTimeout = { within: 300_000, every: 1_000 };

/**
 * The processes of an app share its partitions, also after kills. When a process stops, the others take over its
 * partitions.
 */
export function scalingConsumers(suite: DistributedSuite): void {
  const imports: ImportUnderKills[] = [];
  let groups: KafkaGroups;

  beforeAll(async () => {
    groups = await KafkaGroups.connect(suite.stores.brokers);
  });
  afterAll(() => groups.close());

  async function startImport(): Promise<void> {
    const started = new ImportUnderKills(() => suite.stores.databaseUrl, lines);
    await started.start(suite.platform.url, suite.platform.token);
    imports.push(started);
  }

  /** Expects that number of members, each with assigned partitions whose offsets advance. */
  async function expectConsuming(app: Scaled, members: number): Promise<void> {
    const assignments = await groups.assignments(subscriptions[app]);
    expect(assignments.size).toBe(members);
    const before = await groups.committedOffsets(subscriptions[app]);
    const allAdvance = async () => {
      if (app === 'import-worker') await startImport();
      expect(idleMembers(assignments, before, await groups.committedOffsets(subscriptions[app]))).toEqual([]);
    };
    // Each attempt starts an import.
    await eventually(allAdvance, { every: 1_500 });
    expect(await groups.assignments(subscriptions[app])).toEqual(assignments);
  }

  const expectAllConsuming = async (members: number) => {
    for (const app of scaled) await eventually(() => expectConsuming(app, members), rebalanceTimeout);
  };

  async function scaleOut(): Promise<void> {
    // Control: the check for three processes fails with one.
    for (const app of scaled) {
      await eventually(() => expectConsuming(app, 1), rebalanceTimeout);
      await expect(expectConsuming(app, 3)).rejects.toThrow();
    }
    for (const app of [...scaled, ...scaled]) await suite.platform.add(app);
    await suite.platform.start();
    await expectAllConsuming(3);
  }

  /** Kills processes at random with kill -9. The next kill comes during the rebalance of the previous one. */
  async function killSome(): Promise<void> {
    const victims = scaled.flatMap((app) => suite.platform.of(app));
    for (let killed = 0; killed < kills; killed++) {
      await sleep(randomInt(50, 1_000));
      const victim = victims[randomInt(victims.length)];
      await victim?.kill();
      await victim?.start();
      // A restarted worker may not know the new datamart yet and answers 503: retry.
      if (await imports.at(-1)?.hasEnded()) await eventually(startImport, rebalanceTimeout);
    }
  }

  async function scaleIn(): Promise<void> {
    const leaving = scaled.flatMap((app) => suite.platform.of(app).slice(1));
    expect(await Promise.all(leaving.map((process) => process.terminate()))).toEqual(leaving.map(() => 0));
    for (const process of leaving) await suite.platform.remove(process);
    await expectAllConsuming(1);
  }

  suite.step(
    'share the work among three processes, also when some are killed, and leave it to the last one',
    async () => {
      await suite.scenario.runThroughFault({ inject: scaleOut, during: killSome, repair: scaleIn });
    },
  );

  suite.step('… and every acknowledged activity is stored once and reported once', () =>
    suite.scenario.expectExactlyOnce(),
  );

  suite.step('… and every line of every import is applied once and counted once', async () => {
    for (const finished of imports) await finished.expectEveryLineOnce();
  });

  suite.step('(control) the check finds a missing line and a duplicate line', async () => {
    const [finished] = imports as [ImportUnderKills];
    const whole = await finished.stored();
    const { databaseUrl } = suite.stores;
    const ofImport = `datamart_id = ${finished.datamart}`;
    await queryDatabase(
      databaseUrl,
      `create table lines as select * from tracking_ingest.activities where ${ofImport}`,
    );
    await queryDatabase(databaseUrl, 'delete from lines where ctid = (select min(ctid) from lines)');
    expect(await finished.stored('lines')).not.toEqual(whole);
    await queryDatabase(databaseUrl, 'insert into lines select * from lines limit 1');
    expect(await finished.stored('lines')).not.toEqual(whole);
  });
}
