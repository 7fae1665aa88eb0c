import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { type Stores, startStores } from '@tributary/testing/containers';
import { eventually } from '@tributary/testing/eventually';
import { anActivity, postActivity } from '@tributary/testing/load';
import { queryDatabase } from '@tributary/testing/load-check';
import { openPostgresPort } from '@tributary/testing/postgres-port';
import { type Kept, type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { KnownContent } from './known-content.js';
import { runTributary, tributaryPrints } from './operator.js';
import { PostgresTools } from './postgres-tools.js';
import { Scenario } from './scenario.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

const file = 'tributary.dump';
const key = () => randomBytes(32).toString('base64');
/** As the run book says. */
const leaveOutExecutions = `select setval(pg_get_serial_sequence('import_worker.executions', 'id'), coalesce(max(id), 0) + 1000000)
  from import_worker.executions`;
/** Longer than a restored platform needs to read everything again. */
const patience = { within: 240_000, every: 500 };

let directory: string;
let tools: PostgresTools;
let settings: Record<string, string>;
/** The servers that are backed up; those that everything is restored to; the platform on either. */
let before: Stores;
let after: Stores;
let platform: Platform;
let scenario: Scenario;
/** The backed-up server itself, as a warehouse: it outlives the platform. */
let warehouse: Awaited<ReturnType<typeof openPostgresPort>> | undefined;
let begun: Date;
/** Stored when the backup began. */
let storedBefore: string[];
const content = new KnownContent();
let contentBefore: Record<string, unknown>;

let hasFailed = false;
/** Each step stands on those before it: after one that failed the others would only take time. */
const step = (name: string, run: () => Promise<void>) =>
  stepsOn(() => platform)(name, async () => {
    if (hasFailed) throw new Error('a step before this one has failed');
    hasFailed = true;
    await run();
    hasFailed = false;
  });
const kept = (name: string, more: Record<string, string> = {}): Kept => ({
  settings: { ...settings, ...more },
  dataDirectory: path.join(directory, name),
});

async function startAgain(stores: Pick<Stores, 'brokers' | 'databaseUrl'>, state: Kept): Promise<void> {
  platform = await startPlatform({ shape: 'distributed', stores, kept: state });
  scenario = scenario.movedTo(platform, () => stores.databaseUrl);
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-backup-'));
  tools = await PostgresTools.start(directory);
  before = await startStores();
  settings = {
    SECRETS_KEY: key(),
    INTERNAL_KEY: key(),
    BOOTSTRAP_API_TOKEN: `backup-${randomBytes(32).toString('hex')}`,
  };
  platform = await startPlatform({ shape: 'distributed', stores: before, kept: kept('before') });
  scenario = new Scenario(platform, () => before.databaseUrl);
}, suiteTimeoutMs);

afterAll(async () => {
  warehouse?.close();
  for (const part of [platform, tools, before, after] as ({ stop(): Promise<void> } | undefined)[]) await part?.stop();
  await rm(directory, { recursive: true, force: true });
}, suiteTimeoutMs);

describe('a backup', () => {
  step('is taken while the platform works', async () => {
    warehouse = await openPostgresPort(before.databaseUrl);
    await content.make(platform, warehouse.url);
    await content.expectReported(platform);
    contentBefore = await content.read(platform);
    await scenario.endure({ strike: () => Promise.resolve(), repair: () => Promise.resolve() });
    await scenario.expectExactlyOnce();
    storedBefore = [...scenario.load.acknowledged.keys()];
    begun = new Date();
    const strike = async () => {
      await tools.dump(before.databaseUrl, file);
      // After the database: each file that it knows of is there.
      await cp(path.join(directory, 'before/import-worker'), path.join(directory, 'files'), { recursive: true });
    };
    await scenario.endure({ strike, repair: () => Promise.resolve() });
    await scenario.expectExactlyOnce();
    expect(await content.importVisit(platform, 'imported-after-the-dump')).toBe(1);
    await platform.stop();
  });

  step('holds what was stored before it began, once, and nothing that was never sent', async () => {
    after = await startStores();
    await tools.restore(file, after.databaseUrl);
    scenario = scenario.movedTo(platform, () => after.databaseUrl);
    const { lost, duplicated, unknown } = await scenario.discrepancies();
    expect({ duplicated, unknown }).toEqual({ duplicated: [], unknown: [] });
    expect(lost.filter((id) => storedBefore.includes(id))).toEqual([]);
    // Or it would prove nothing about what comes after it.
    expect(lost.length).toBeGreaterThan(0);
  });
});

describe('when the database is lost and the broker is not', () => {
  const stores = () => ({ brokers: before.brokers, databaseUrl: after.databaseUrl });
  const env = () => ({ KAFKA_BROKERS: before.brokers.join(',') });

  step('(control) what came after the backup stays away as long as nobody is set back', async () => {
    await startAgain(stores(), kept('restored'));
    const [later = ''] = (await scenario.discrepancies()).lost;
    await expectConsuming();
    expect((await scenario.discrepancies()).lost).toContain(later);
    const running = await runTributary(env(), 'admin', 'rewind', begun.toISOString());
    expect(running).toMatchObject({ code: 1, complaints: expect.stringContaining('must be stopped first') });
    await platform.stop();
  });

  step('everything acknowledged is stored and reported once after rewind and rebuild', async () => {
    const hourBefore = new Date(begun.getTime() - 3_600_000).toISOString();
    expect(await tributaryPrints(env(), 'admin', 'rewind', hourBefore)).toMatch(/tracking-ingest\.\S+: \d+ of/);
    await cp(path.join(directory, 'files'), path.join(directory, 'rewound/import-worker'), { recursive: true });
    await queryDatabase(after.databaseUrl, leaveOutExecutions);
    await startAgain(stores(), kept('rewound'));
    await scenario.expectExactlyOnce();
    expect(await content.read(platform)).toEqual(contentBefore);
    // Under the number of the import that the dump lacks its line would be taken for that one's, and left out.
    expect(await content.importVisit(platform, 'imported-after-the-restore')).toBe(1);
    await platform.stop();
  });
});

describe('when everything is lost but the backup', () => {
  const empty = async () => {
    await after.stop();
    after = await startStores();
    await tools.restore(file, after.databaseUrl);
    // Offsets of the broker that is gone.
    await queryDatabase(after.databaseUrl, 'truncate tracking_ingest.counted_partitions');
  };

  step('people, imports, access, warehouses and reports are what they were', async () => {
    await empty();
    await mkdir(path.join(directory, 'anew'));
    await cp(path.join(directory, 'files'), path.join(directory, 'anew/import-worker'), { recursive: true });
    await startAgain(after, kept('anew'));
    expect(await content.read(platform)).toEqual(contentBefore);
    await content.expectReported(platform);
    expect(await content.signedStatus(platform)).toBe(200);
    expect(await content.warehouseStatus(platform)).toBe(200);
    await expectReportOfDatabase();
  });

  step('access is told anew on command, too', async () => {
    const env = { DATABASE_URL: after.databaseUrl, KAFKA_BROKERS: after.brokers.join(',') };
    await tributaryPrints(env, 'admin', 'republish');
    expect(await content.read(platform)).toEqual(contentBefore);
  });

  step('facts are rebuilt from the database, over Kafka', async () => {
    const analytics = platform.process('analytics');
    await analytics.terminate();
    // The control: a fact that is gone shows that the rest does not come from the old file.
    await queryDatabase(
      after.databaseUrl,
      `delete from tracking_ingest.activities where activity_id = '${storedBefore[0]}'`,
    );
    const env = { DATA_DIR: path.join(directory, 'anew/analytics') };
    expect(await tributaryPrints(env, 'analytics', 'rebuild')).toContain('set aside');
    await analytics.start();
    await expectReportOfDatabase();
    await content.expectReported(platform);
    await platform.stop();
  });

  step('(control) without the keys secrets stay closed, and without the files imports have lost theirs', async () => {
    await startAgain(after, kept('without', { SECRETS_KEY: key() }));
    const found = await content.read(platform);
    const name = 'error file';
    expect(found[name]).not.toEqual(contentBefore[name]);
    // All the rest needs neither.
    expect({ ...found, [name]: contentBefore[name] }).toEqual(contentBefore);
    expect(await content.signedStatus(platform)).toBe(503);
    expect(await content.warehouseStatus(platform)).not.toBe(200);
  });
});

/** What is sent now is stored: its consumers have come past everything that they will get. */
async function expectConsuming(): Promise<void> {
  const id = randomUUID();
  expect(await postActivity(platform, anActivity(id, 'now', Date.now()))).toMatchObject({ status: 200 });
  const stored = `select from tracking_ingest.activities where activity_id = '${id}'`;
  await eventually(async () => expect((await queryDatabase(after.databaseUrl, stored)).rowCount).toBe(1), patience);
}

/** The load's report counts what the restored database holds, no more and no less. */
async function expectReportOfDatabase(): Promise<void> {
  const { rows } = await queryDatabase<{ users: number; sessions: number }>(
    after.databaseUrl,
    `select count(distinct user_point_id)::int as users, count(*)::int as sessions
     from tracking_ingest.activities where datamart_id = '1'`,
  );
  await eventually(async () => expect(await scenario.report()).toEqual(rows[0]), patience);
}
