import { afterAll, beforeAll, describe } from '@jest/globals';
import { findEmbeddedServer } from '@tributary/testing/processes/processes-embedded';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { api } from './api-journeys.js';

let directory: string;
let platform: Platform;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-api-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
});

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('the API of one process', () =>
  api(
    () => platform,
    () => findEmbeddedServer(path.join(directory, 'data')).url,
  ));
