import { afterAll, beforeAll, expect } from '@jest/globals';
import { activityReceived, chunkRequested } from '@tributary/contracts/topics';
import { eventually } from '@tributary/testing/eventually';
import { idleMembers, KafkaGroups } from '@tributary/testing/kafka-groups';
import { queryDatabase } from '@tributary/testing/load-check';
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DistributedSuite } from './distributed-suite.js';
import { ImportUnderKills } from './import-kills.js';

/** What each of them consumes, and shares with others of its kind. */
const consumptions = {
  'tracking-ingest': { group: 'tracking-ingest.store-activities', topic: activityReceived.name },
  'import-worker': { group: 'import-worker.parse-chunks', topic: chunkRequested.name },
};
type Scaled = keyof typeof consumptions;
const scaled = Object.keys(consumptions) as Scaled[];

const kills = 8;
/** Of each import. All chunks of one go to one worker, so it takes several to keep three at work. */
const lines = 10_000;
/** A member that was killed is missed after 10 s, and each kill begins anew. */
const shared = { within: 180_000, every: 1_000 };

/** More processes of a kind share its work, whatever happens to them, and what they leave is taken up by those that stay. */
export function scalingConsumers(suite: DistributedSuite): void {
  const imports: ImportUnderKills[] = [];
  let groups: KafkaGroups;

  beforeAll(async () => {
    groups = await KafkaGroups.connect(suite.stores.brokers);
  });
  afterAll(() => groups.close());

  async function beginImport(): Promise<void> {
    const begun = new ImportUnderKills(() => suite.stores.databaseUrl, lines);
    await begun.begin(suite.platform.url, suite.platform.token);
    imports.push(begun);
  }

  /** Each of so many members has partitions of its own, and handles what comes into them. */
  async function expectAtWork(app: Scaled, members: number): Promise<void> {
    const shares = await groups.shares(consumptions[app]);
    expect(shares.size).toBe(members);
    const before = await groups.positions(consumptions[app]);
    const allMove = async () => {
      if (app === 'import-worker') await beginImport();
      expect(idleMembers(shares, before, await groups.positions(consumptions[app]))).toEqual([]);
    };
    await eventually(allMove, { within: 30_000, every: 500 });
    expect(await groups.shares(consumptions[app])).toEqual(shares);
  }

  const expectAllAtWork = async (members: number) => {
    for (const app of scaled) await eventually(() => expectAtWork(app, members), shared);
  };

  async function grow(): Promise<void> {
    // The control: one process is not taken for three.
    for (const app of scaled) {
      await eventually(() => expectAtWork(app, 1), shared);
      await expect(expectAtWork(app, 3)).rejects.toThrow();
    }
    for (const app of [...scaled, ...scaled]) await suite.platform.add(app);
    await suite.platform.start();
    await expectAllAtWork(3);
  }

  /** kill -9 of one at random; the next one dies while the others still share what it had. */
  async function killSome(): Promise<void> {
    const victims = scaled.flatMap((app) => suite.platform.of(app));
    for (let killed = 0; killed < kills; killed++) {
      await sleep(randomInt(50, 1_000));
      const victim = victims[randomInt(victims.length)];
      await victim?.kill();
      await victim?.start();
      // A worker that was just killed may not have heard of the new datamart yet: 503, and again.
      if (await imports.at(-1)?.hasEnded()) await eventually(beginImport, shared);
    }
  }

  async function shrink(): Promise<void> {
    const leaving = scaled.flatMap((app) => suite.platform.of(app).slice(1));
    expect(await Promise.all(leaving.map((process) => process.terminate()))).toEqual(leaving.map(() => 0));
    await expectAllAtWork(1);
  }

  suite.step(
    'share the work when there are three, also when some are killed, and leave it to the one that stays',
    async () => {
      await suite.scenario.endure({ strike: grow, meanwhile: killSome, repair: shrink });
    },
  );

  suite.step('… and every acknowledged activity is stored once and reported once', () =>
    suite.scenario.expectExactlyOnce(),
  );

  suite.step('… and every line of every import has its effect once, and is counted once', async () => {
    for (const done of imports) await done.expectEveryLineOnce();
  });

  suite.step('… which the check does not say of an import with a line too few, or one too many', async () => {
    const [done] = imports as [ImportUnderKills];
    const whole = await done.stored();
    const { databaseUrl } = suite.stores;
    const ofImport = `datamart_id = ${done.datamart}`;
    await queryDatabase(
      databaseUrl,
      `create table lines as select * from tracking_ingest.activities where ${ofImport}`,
    );
    await queryDatabase(databaseUrl, 'delete from lines where ctid = (select min(ctid) from lines)');
    expect(await done.stored('lines')).not.toEqual(whole);
    await queryDatabase(databaseUrl, 'insert into lines select * from lines limit 1');
    expect(await done.stored('lines')).not.toEqual(whole);
  });
}
