import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { queryDatabase } from '@tributary/testing/postgres/query-database';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importUnderKills, type ImportUnderKills } from './import-kills.js';
import { uploadUnderKills } from './upload-kills.js';
import { stepsOn } from '../suite/step.js';

let directory: string;
let platform: Platform;
const databaseUrl = () => findEmbeddedServer(path.join(directory, 'data')).url;
const step = stepsOn(() => platform);

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-imports-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
});

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('an import into one process', () => {
  let underKills: ImportUnderKills;

  step('applies each line once when the process is killed repeatedly', async () => {
    underKills = await importUnderKills(platform, databaseUrl, ['standalone'], 10);
  });

  step('is created once by an upload with an Idempotency-Key, whenever the process is killed', () =>
    uploadUnderKills(platform, databaseUrl, platform.process('standalone'), 2),
  );

  step('(control) the check finds a missing line and a duplicate line', async () => {
    const whole = await underKills.stored();
    await queryDatabase(databaseUrl(), 'create table copied as select * from tracking_ingest.activities');
    await queryDatabase(databaseUrl(), 'delete from copied where ctid = (select min(ctid) from copied)');
    expect(await underKills.stored('copied')).not.toEqual(whole);
    await queryDatabase(databaseUrl(), 'insert into copied select * from copied limit 1');
    expect(await underKills.stored('copied')).not.toEqual(whole);
  });
});
