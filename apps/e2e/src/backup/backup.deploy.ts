import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { newGatewayKeys } from '@tributary/contracts/admin/gateway-keys';
import { type Stores, startStores } from '@tributary/testing/containers/containers';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postUntilAccepted } from '@tributary/testing/load/load';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { KafkaGroups } from '@tributary/testing/kafka/kafka-groups';
import { openPostgresPort } from '@tributary/testing/postgres/postgres-port';
import type { Platform } from '@tributary/testing/processes/platform';
import { type FleetState, startPlatform } from '@tributary/testing/processes/processes-platform';
import { KnownContent } from './known-content.js';
import { ErasedPeople } from './restored-erasures.js';
import { afterRestore, beforeLoss, LostAccess } from './lost-access.js';
import { runTributary, tributaryOutput } from '../suite/operator.js';
import { PostgresTools } from './postgres-tools.js';
import { Client } from '../client/client.js';
import { newTenant } from '../client/tenant.js';
import { Scenario } from '../suite/scenario.js';
import { dependentStepsOn } from '../suite/step.js';

const file = 'tributary.dump';
const key = () => randomBytes(32).toString('base64');
/** The statement in docs/operations.md. New rows get ids that no lost row had. */
const skipIds = `select count(setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + 1000000))
  from pg_sequences where schemaname in ('activity_analysis', 'admin', 'import_worker', 'tracking_ingest', 'warehouse_metadata')`;
const latePeople = ['late-1', 'late-2', 'late-3'];
/** The subscriptions of analytics. */
const reportSubscriptions = [
  { group: 'analytics.store-facts', topic: 'tracking.activity-stored.v1' },
  { group: 'analytics.change-segments', topic: 'tracking.segment-changed.v1' },
];
/** Longer than a restored platform needs to read all messages again. */
const longWait = { within: 240_000, every: 500 };

let directory: string;
let tools: PostgresTools;
let settings: Record<string, string>;
/** The servers that are backed up, the servers of the restore, and the platform on one of them. */
let before: Stores;
let after: Stores;
let platform: Platform;
let scenario: Scenario;
/** The backed-up server as a warehouse. It keeps running when the platform stops. */
let warehouse: Awaited<ReturnType<typeof openPostgresPort>> | undefined;
let backupStartedAt: Date;
/** Activities stored before the backup started. */
let storedBefore: string[];
const content = new KnownContent();
let contentBefore: Record<string, unknown>;
/** Erased after the dump; the second is not in it. */
const erased = ['erased-1', 'erased-2'] as const;
const everyone = [...erased, 'kept-person'];
let erasures: ErasedPeople;
const access = new LostAccess();

const step = dependentStepsOn(() => platform);
const erasureFile = () => path.join(directory, 'erasures.ndjson');
const stateIn = (name: string, more: Record<string, string> = {}): FleetState => ({
  settings: { ...settings, ...more },
  dataDirectory: path.join(directory, name),
});

async function restart(stores: Pick<Stores, 'brokers' | 'databaseUrl'>, state: FleetState): Promise<void> {
  platform = await startPlatform({ shape: 'distributed', stores, state });
  scenario = scenario.movedTo(platform, () => stores.databaseUrl);
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  tools = await PostgresTools.start(directory);
  before = await startStores();
  settings = {
    SECRETS_KEY: key(),
    ...newGatewayKeys(),
    BOOTSTRAP_API_TOKEN: `backup-${randomBytes(32).toString('hex')}`,
  };
  platform = await startPlatform({ shape: 'distributed', stores: before, state: stateIn('before') });
  scenario = new Scenario(platform, () => before.databaseUrl);
});

afterAll(async () => {
  warehouse?.close();
  for (const part of [platform, tools, before, after] as ({ stop(): Promise<void> } | undefined)[]) await part?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

describe('a backup', () => {
  step('is made while the platform works', async () => {
    warehouse = await openPostgresPort(before.databaseUrl);
    await content.create(platform, warehouse.url);
    await access.createBeforeDump(platform, before.databaseUrl);
    await content.expectReported(platform);
    contentBefore = await content.read(platform);
    await scenario.runThroughFault({ inject: () => Promise.resolve(), repair: () => Promise.resolve() });
    await scenario.expectExactlyOnce();
    const { datamart_id } = await newTenant(new Client(platform.url, platform.token));
    erasures = new ErasedPeople(datamart_id);
    await erasures.add(platform, erased[0], 'kept-person');
    storedBefore = [...scenario.load.acknowledged.keys()];
    backupStartedAt = new Date();
    const inject = async () => {
      await tools.dump(before.databaseUrl, file);
      // Copy the files after the database: then every file that the dump refers to is in the copy.
      await cp(path.join(directory, 'before/import-worker'), path.join(directory, 'files'), { recursive: true });
    };
    await scenario.runThroughFault({ inject, repair: () => Promise.resolve() });
    await scenario.expectExactlyOnce();
    expect(await content.importVisit(platform, 'imported-after-the-dump')).toBe(1);
    await access.createAfterDump(platform);
    await scenario.addPeople(...latePeople);
    await erasures.add(platform, erased[1]);
    await erasures.erase(platform, ...erased);
    await scenario.expectExactlyOnce();
    const env = { DATABASE_URL: before.databaseUrl, SECRETS_KEY: settings['SECRETS_KEY'] ?? '' };
    await writeFile(
      erasureFile(),
      await tributaryOutput(env, 'tracking-ingest', 'erasures', backupStartedAt.toISOString()),
    );
    await platform.stop();
  });

  step('contains every activity stored before it started once, and no unknown activity', async () => {
    after = await startStores();
    await tools.restore(file, after.databaseUrl);
    scenario = scenario.movedTo(platform, () => after.databaseUrl);
    const { lost, duplicated, unknown } = await scenario.discrepancies();
    expect({ duplicated, unknown }).toEqual({ duplicated: [], unknown: [] });
    expect(lost.filter((id) => storedBefore.includes(id))).toEqual([]);
    // Control: without a loss the next steps would prove nothing.
    expect(lost.length).toBeGreaterThan(0);
  });
});

describe('when the database is lost and the broker is not', () => {
  const stores = () => ({ brokers: before.brokers, databaseUrl: after.databaseUrl });
  const env = () => ({ KAFKA_BROKERS: before.brokers.join(','), DATABASE_URL: after.databaseUrl });

  step(
    '(control) without the command, activities stay lost, lost access works and reports count lost people',
    async () => {
      // The effect of a rewind of all groups.
      const groups = await KafkaGroups.connect(before.brokers);
      for (const subscription of reportSubscriptions) await groups.reset(subscription);
      await groups.close();
      await restart(stores(), stateIn('restored'));
      const [later = ''] = (await scenario.discrepancies()).lost;
      await expectConsuming();
      expect((await scenario.discrepancies()).lost).toContain(later);
      expect(await access.statuses(platform)).toEqual(beforeLoss);
      expect(await erasures.statuses(platform, ...everyone)).toEqual([200, 404, 200]);
      // The database does not have the late people: they are ghosts.
      const people = new Set(scenario.load.acknowledged.values()).size;
      await eventually(async () => expect((await scenario.report()).users).toBe(people), longWait);
      const running = await runTributary(env(), 'admin', 'restore', backupStartedAt.toISOString());
      expect(running).toMatchObject({
        code: 1,
        errors: expect.stringContaining('Stop the processes of these groups first'),
      });
      await platform.stop();
    },
  );

  step(
    'all acknowledged activities are stored and reported once, and no lost access works, after the command',
    async () => {
      const hourBefore = new Date(backupStartedAt.getTime() - 3_600_000).toISOString();
      await queryDatabase(after.databaseUrl, skipIds);
      expect(await tributaryOutput(env(), 'admin', 'restore', hourBefore)).toMatch(/tracking-ingest\.\S+: \d+ of/);
      expect(await tributaryOutput(env(), 'tracking-ingest', 'erase-again', hourBefore)).toContain('1 people were');
      await cp(path.join(directory, 'files'), path.join(directory, 'rewound/import-worker'), { recursive: true });
      // Analytics keeps its file, whose facts are about people whom the database does not have.
      await cp(path.join(directory, 'before/analytics'), path.join(directory, 'rewound/analytics'), {
        recursive: true,
      });
      await restart(stores(), stateIn('rewound'));
      expect(await access.statuses(platform)).toEqual(afterRestore);
      await access.expectNewIds(platform);
      // People first seen after the dump are stored again as new ones: reports must count each of them once.
      await scenario.expectExactlyOnce();
      expect(await erasures.statuses(platform, ...everyone)).toEqual([404, 404, 200]);
      expect(await content.read(platform)).toEqual(contentBefore);
      // With the id of the import that the dump lacks, its line would count as a duplicate and be skipped.
      expect(await content.importVisit(platform, 'imported-after-the-restore')).toBe(1);
      await platform.stop();
    },
  );
});

describe('when only the backup is left', () => {
  const restoreToEmptyStores = async () => {
    await after.stop();
    after = await startStores();
    await tools.restore(file, after.databaseUrl);
    // Offsets of the lost broker.
    const offsets = 'tracking_ingest.counted_partitions, activity_analysis.taken_partitions';
    await queryDatabase(after.databaseUrl, `truncate ${offsets}`);
  };

  step('user points, imports, access, warehouses and reports are the same as before', async () => {
    await restoreToEmptyStores();
    await mkdir(path.join(directory, 'empty'));
    await cp(path.join(directory, 'files'), path.join(directory, 'empty/import-worker'), { recursive: true });
    const env = { DATABASE_URL: after.databaseUrl, SECRETS_KEY: settings['SECRETS_KEY'] ?? '' };
    expect(await tributaryOutput(env, 'tracking-ingest', 'erase-again', erasureFile())).toContain('1 people were');
    await restart(after, stateIn('empty'));
    expect(await erasures.statuses(platform, ...everyone)).toEqual([404, 404, 200]);
    expect(await content.read(platform)).toEqual(contentBefore);
    await content.expectReported(platform);
    expect(await content.signedStatus(platform)).toBe(200);
    expect(await content.warehouseStatus(platform)).toBe(200);
    await expectReportOfDatabase();
  });

  step('a command republishes access', async () => {
    const env = { DATABASE_URL: after.databaseUrl, KAFKA_BROKERS: after.brokers.join(',') };
    await tributaryOutput(env, 'admin', 'republish');
    expect(await content.read(platform)).toEqual(contentBefore);
  });

  step('facts are rebuilt from the database through Kafka', async () => {
    const analytics = platform.process('analytics');
    await analytics.terminate();
    // Control: without this row the rebuilt facts differ from the old file.
    await queryDatabase(
      after.databaseUrl,
      `delete from tracking_ingest.activities where activity_id = '${storedBefore[0]}'`,
    );
    const env = { DATA_DIR: path.join(directory, 'empty/analytics') };
    expect(await tributaryOutput(env, 'analytics', 'rebuild')).toContain('set aside');
    await analytics.start();
    await expectReportOfDatabase();
    await content.expectReported(platform);
    await platform.stop();
  });

  step(
    '(control) without the keys secrets cannot be decrypted, and without the files error files are missing',
    async () => {
      await restart(after, stateIn('without', { SECRETS_KEY: key() }));
      const found = await content.read(platform);
      const name = 'error file';
      expect(found[name]).not.toEqual(contentBefore[name]);
      // Everything else needs neither keys nor files.
      expect({ ...found, [name]: contentBefore[name] }).toEqual(contentBefore);
      expect(await content.signedStatus(platform)).toBe(503);
      expect(await content.warehouseStatus(platform)).not.toBe(200);
    },
  );
});

/** Expects a new activity to be stored: then consumers have handled all earlier messages. */
async function expectConsuming(): Promise<void> {
  const id = randomUUID();
  await postUntilAccepted(platform, anActivity(id, 'now', Date.now()));
  const stored = `select from tracking_ingest.activities where activity_id = '${id}'`;
  await eventually(async () => expect((await queryDatabase(after.databaseUrl, stored)).rowCount).toBe(1), longWait);
}

/** Expects the load's report to match the restored database. */
async function expectReportOfDatabase(): Promise<void> {
  const { rows } = await queryDatabase<{ users: number; sessions: number }>(
    after.databaseUrl,
    `select count(distinct user_point_id)::int as users, count(*)::int as sessions
     from tracking_ingest.activities where datamart_id = '1'`,
  );
  await eventually(async () => expect(await scenario.report()).toEqual(rows[0]), longWait);
}
