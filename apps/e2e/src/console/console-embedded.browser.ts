import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { consolePages, consoleRules } from './console-pages.js';
import { interruptedSession } from './interrupted-session.js';

let directory: string;
let platform: Platform;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'tributary-console-'));
  platform = await startPlatform({ shape: 'embedded', dataDirectory: path.join(directory, 'data') });
});

afterAll(async () => {
  // Undefined if the start failed.
  await (platform as Platform | undefined)?.stop();
  await rm(directory, { recursive: true, force: true });
});

describe('the console of one process', () => {
  consolePages(() => platform);
  interruptedSession(() => platform);
  describe('by the rules', () => consoleRules(() => platform));
});
