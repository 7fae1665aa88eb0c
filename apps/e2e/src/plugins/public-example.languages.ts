import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { pluginsJourney } from '../journeys/journey-plugins.js';
import { sdkExamples } from './public-example.js';

let directory: string;
let platform: Platform;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-sdk-plugins-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
});

afterAll(async () => {
  await platform?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('plugins of one process', () => pluginsJourney(() => platform, '127.0.0.1', sdkExamples));
