import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/load-check';
import { findEmbeddedServer } from '@tributary/testing/processes-embedded';
import { type Platform, startPlatform } from '@tributary/testing/processes-platform';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importUnderKills, type ImportUnderKills } from './import-kills.js';
import { stepsOn, suiteTimeoutMs } from './step.js';

let directory: string;
let platform: Platform;
const databaseUrl = () => findEmbeddedServer(path.join(directory, 'data')).url;
const step = stepsOn(() => platform);

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-imports-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
}, suiteTimeoutMs);

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
}, suiteTimeoutMs);

describe('an import into one process', () => {
  let underKills: ImportUnderKills;

  step('has the effect of each line once, however often the process is killed', async () => {
    underKills = await importUnderKills(platform, databaseUrl, ['standalone'], 10);
  });

  step('… and the check sees one line that is lost, and one that is there twice', async () => {
    const whole = await underKills.stored();
    await queryDatabase(databaseUrl(), 'create table copied as select * from tracking_ingest.activities');
    await queryDatabase(databaseUrl(), 'delete from copied where ctid = (select min(ctid) from copied)');
    expect(await underKills.stored('copied')).not.toEqual(whole);
    await queryDatabase(databaseUrl(), 'insert into copied select * from copied limit 1');
    expect(await underKills.stored('copied')).not.toEqual(whole);
  });
});
