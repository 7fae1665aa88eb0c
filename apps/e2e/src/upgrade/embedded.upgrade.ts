import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { freePorts } from '@tributary/testing/free-ports';
import { startPostgres, type TestPostgres } from '@tributary/testing/postgres/postgres';
import { openPostgresPort } from '@tributary/testing/postgres/postgres-port';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import type { Platform } from '@tributary/testing/processes/platform';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { Poison } from '../faults/poison.js';
import { Scenario } from '../suite/scenario.js';
import { dependentStepsOn } from '../suite/step.js';
import { ChoicesAndRefusals } from './choices-and-refusals.js';
import { InFlight } from './in-flight.js';
import { oldTree } from './old-version.js';
import { expectInvitations } from './invited-people.js';
import { LargeProfile } from './large-profile.js';
import { OlderContent } from './older-content.js';
import { SettledContent } from './settled-content.js';
import { SpacedIds } from './spaced-ids.js';

let directory: string;
let settings: Record<string, string>;
let warehouseServer: TestPostgres;
let warehouse: Awaited<ReturnType<typeof openPostgresPort>>;
let platform: Platform;
let scenario: Scenario;
let poison: Poison;
let inFlight: InFlight;
const content = new SettledContent();
const older = new OlderContent();
const largeProfile = new LargeProfile();
const spacedIds = new SpacedIds();
const choicesAndRefusals = new ChoicesAndRefusals();
const data = () => path.join(directory, 'data');
const databaseUrl = () => findEmbeddedServer(data()).url;
const step = dependentStepsOn(() => platform);

beforeAll(async () => {
  const tree = await oldTree();
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-upgrade-'));
  warehouseServer = await startPostgres();
  await queryDatabase(warehouseServer.url, 'create table orders (id bigint)');
  warehouse = await openPostgresPort(warehouseServer.url);
  // The same port for both versions: clients of the steps keep its address. The old tree is built without its console.
  settings = { PORT: String((await freePorts(1))[0]), CONSOLE: 'off', PLUGIN_TIMEOUT: '1m' };
  platform = await startPlatform({ shape: 'embedded', dataDirectory: data(), settings, tree });
  scenario = new Scenario(platform, databaseUrl);
});

afterAll(async () => {
  const parts = [inFlight && { stop: () => inFlight.close() }, platform, warehouseServer];
  for (const part of parts as ({ stop(): Promise<void> } | undefined)[]) await part?.stop();
  (warehouse as typeof warehouse | undefined)?.close();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

describe('the embedded product of an old version', () => {
  step('stores one resource of each kind, and leaves work behind when it is killed', async () => {
    poison = new Poison(platform, databaseUrl, { DATA_DIR: data() });
    await poison.whileRefused(() => poison.send());
    await content.create(platform, databaseUrl(), warehouse.url);
    await older.create(platform, databaseUrl());
    await largeProfile.create(platform);
    await spacedIds.create(platform);
    await choicesAndRefusals.create(platform);
    inFlight = new InFlight(platform, databaseUrl);
    await inFlight.begin();
    await scenario.addPeople('stored-1', 'stored-2');
    await inFlight.beginLast();
    await platform.process('standalone').kill();
    await inFlight.release();
    expect(await scenario.discrepancies()).toEqual({ lost: [], duplicated: [], unknown: [] });
  });
});

describe('the embedded product of the new version', () => {
  step('starts on that data directory, and ends what the old version has begun', async () => {
    const { token } = platform;
    platform = await startPlatform({ shape: 'embedded', dataDirectory: data(), settings, token });
    scenario = scenario.movedTo(platform, databaseUrl);
    await inFlight.expectEnded();
    await scenario.expectExactlyOnce();
    // The old version has left it readable.
    expect((await stat(data())).mode & 0o077).toBe(0);
  });

  step('has every row, answer and report of the old one', () => content.expectUnchanged(platform, databaseUrl()));

  step('… also after a restart, with a server of its own', async () => {
    const { pid } = findEmbeddedServer(data());
    expect(await platform.process('standalone').terminate()).toBe(0);
    await platform.process('standalone').start();
    expect(findEmbeddedServer(data()).pid).not.toBe(pid);
    await content.expectUnchanged(platform, databaseUrl());
  });

  step('keeps its erasures for good', () => content.expectErasuresKept(databaseUrl()));

  step('brings what the rules of now read otherwise to these rules', () =>
    older.expectUpToDate(platform, databaseUrl()),
  );

  step('reads and shrinks a profile that is larger than one may be now', () =>
    largeProfile.expectUsable(platform, databaseUrl()),
  );

  step('finds ids that it has stored with white space', () => spacedIds.expectFound(platform));

  step('takes its choices for trusted ones', () => choicesAndRefusals.expectChoiceTrusted(platform));

  step('keeps and repairs what it refuses', () => choicesAndRefusals.expectRefusalsKept(platform));

  step('foresees and counts what choices refuse', () => choicesAndRefusals.expectRefusalsCounted(platform));

  step('stores a dead letter of the old one when it is replayed, and new activities', async () => {
    expect(await poison.list()).toContain(`id ${poison.messageId}`);
    expect(await poison.storedTimes()).toBe(0);
    expect(await poison.replay('--id', poison.messageId)).toMatch(/Replayed [1-9]/);
    await poison.expectStored(1);
    await poison.expectAllReplayed();
    await scenario.addPeople('new-1');
    await scenario.expectExactlyOnce();
  });

  step('invites people beside the users that it has', () => expectInvitations(platform));

  step('(control) a row that is deleted after the upgrade is missing', () =>
    content.expectDeletionFound(platform, databaseUrl()),
  );
});
