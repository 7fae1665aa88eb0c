import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { type Stores, startStores } from '@tributary/testing/containers/containers';
import { eventually } from '@tributary/testing/eventually';
import { idleMembers, KafkaGroups } from '@tributary/testing/kafka/kafka-groups';
import { openPostgresPort } from '@tributary/testing/postgres/postgres-port';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { Poison } from '../faults/poison.js';
import { Client } from '../client/client.js';
import { RequestLoops } from '../rolling/rolling-loops.js';
import { Scenario } from '../suite/scenario.js';
import { dependentStepsOn } from '../suite/step.js';
import { InFlight } from './in-flight.js';
import { oldTree } from './old-version.js';
import { LargeProfile } from './large-profile.js';
import { OlderContent } from './older-content.js';
import { SettledContent } from './settled-content.js';
import { TwoVersions } from './two-versions.js';

const storing = { group: 'tracking-ingest.store-activities', topic: activityReceived.name };
/** The group notices a new member only at its next rebalance. */
const rebalanceTimeout = { within: 180_000, every: 500 };

let directory: string;
let stores: Stores;
let warehouse: Awaited<ReturnType<typeof openPostgresPort>>;
let versions: TwoVersions;
let scenario: Scenario;
let poison: Poison;
let inFlight: InFlight;
let loops: RequestLoops;
const content = new SettledContent();
const older = new OlderContent();
const largeProfile = new LargeProfile();
const databaseUrl = () => stores.databaseUrl;
const step = dependentStepsOn(() => versions);

beforeAll(async () => {
  const tree = await oldTree();
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-upgrade-'));
  stores = await startStores();
  warehouse = await openPostgresPort(stores.databaseUrl);
  versions = await TwoVersions.start(stores, directory, tree);
  scenario = new Scenario(versions, databaseUrl);
});

afterAll(async () => {
  const parts = [inFlight && { stop: () => inFlight.close() }, versions, stores];
  for (const part of parts as ({ stop(): Promise<void> } | undefined)[]) await part?.stop();
  (warehouse as typeof warehouse | undefined)?.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

describe('the processes of an old version', () => {
  step('store one resource of each kind, and leave work behind', async () => {
    poison = new Poison(versions, databaseUrl, { KAFKA_BROKERS: stores.brokers.join(',') });
    await poison.whileRefused(() => poison.send());
    await content.create(versions, databaseUrl(), warehouse.url);
    await older.create(versions, databaseUrl());
    await largeProfile.create(versions);
    loops = await RequestLoops.inOwnTenants(new Client(versions.url, versions.token));
    inFlight = new InFlight(versions, databaseUrl);
    await inFlight.begin();
    await versions.remove('tracking-ingest', 'old');
    await scenario.addPeople('accepted-1', 'accepted-2');
    await inFlight.startImport();
    await inFlight.beginLast();
    await versions.stopOld();
    await inFlight.release();
    expect((await scenario.discrepancies()).lost).toHaveLength(2);
  });
});

describe('an old gateway and a new tracking-ingest', () => {
  step('start on the migrated stores, and end what the old version has begun', async () => {
    await versions.prepareNew();
    await versions.startEach((app) => (app === 'tracking-ingest' ? 'new' : 'old'));
    await inFlight.expectEnded();
    await scenario.expectExactlyOnce();
  });
});

describe('an upgrade of one app at a time, under load', () => {
  step('fails no request, with processes of both versions beside each other', async () => {
    await loops.expectNoFailureDuring(scenario, async () => {
      await versions.add('tracking-ingest', 'old');
      await expectBothConsume();
      await versions.add('gateway', 'new');
      await versions.remove('gateway', 'old');
      await versions.remove('tracking-ingest', 'new');
      // A new gateway and an old tracking-ingest.
      await scenario.load.untilAcknowledged();
      await versions.add('tracking-ingest', 'new');
      await versions.remove('tracking-ingest', 'old');
      await Promise.all(
        (['admin', 'activity-analysis', 'import-worker', 'warehouse-metadata'] as const).map(async (app) => {
          await versions.add(app, 'new');
          await versions.remove(app, 'old');
        }),
      );
      // One process owns the facts.
      await versions.remove('analytics', 'old');
      await versions.add('analytics', 'new');
    });
  });

  step('… loses and duplicates no activity, and nothing that was written or imported', async () => {
    await scenario.expectExactlyOnce();
    await loops.expectAllWritten(databaseUrl());
  });
});

describe('INTERNAL_KEY', () => {
  step(
    'is removed while other apps still have it, under load, when no old process runs any more: no request fails',
    async () => {
      await loops.expectNoFailureDuring(scenario, async () => {
        await versions.forgetInternalKey('admin');
        await Promise.all([
          ...(['tracking-ingest', 'import-worker', 'warehouse-metadata'] as const).map((app) =>
            versions.forgetInternalKey(app),
          ),
          versions.forgetInternalKey('analytics', { first: true }),
        ]);
        // The gateway before the last of the services: it signs no longer for old ones, which this one still accepts.
        await versions.forgetInternalKey('gateway');
        await scenario.load.untilAcknowledged();
        await versions.forgetInternalKey('activity-analysis');
      });
      await scenario.expectExactlyOnce();
    },
  );
});

describe('the processes of the new version', () => {
  step('have every row, answer and report of the old one', () => content.expectUnchanged(versions, databaseUrl()));

  step('keep its erasures for good', () => content.expectErasuresKept(databaseUrl()));

  step('bring what the rules of now read otherwise to these rules', () =>
    older.expectUpToDate(versions, databaseUrl()),
  );

  step('read and shrink a profile that is larger than one may be now', () =>
    largeProfile.expectUsable(versions, databaseUrl()),
  );

  step('store a dead letter of the old one when it is replayed', async () => {
    expect(await poison.list()).toContain(`id ${poison.messageId}`);
    expect(await poison.storedTimes()).toBe(0);
    expect(await poison.replay('--id', poison.messageId)).toMatch(/Replayed [1-9]/);
    await poison.expectStored(1);
    await poison.expectAllReplayed();
  });

  step('(control) a row that is deleted after the upgrade is missing', async () => {
    await content.expectDeletionFound(versions, databaseUrl());
    const [lost] = scenario.load.acknowledged.keys();
    await queryDatabase(databaseUrl(), `delete from tracking_ingest.activities where activity_id = '${lost}'`);
    expect((await scenario.discrepancies()).lost).toEqual([lost]);
  });
});

/** Expects that both processes of tracking-ingest have partitions, and that all of them advance. */
async function expectBothConsume(): Promise<void> {
  const groups = await KafkaGroups.connect(stores.brokers);
  const before = await groups.committedOffsets(storing);
  try {
    await eventually(async () => {
      const assignments = await groups.assignments(storing);
      expect(assignments.size).toBe(2);
      expect(idleMembers(assignments, before, await groups.committedOffsets(storing))).toEqual([]);
    }, rebalanceTimeout);
  } finally {
    await groups.close();
  }
}
