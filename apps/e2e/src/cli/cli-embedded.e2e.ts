import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Platform } from '@tributary/testing/processes/platform';
import { startPlatform } from '@tributary/testing/processes/processes-platform';
import { cliCommands } from './cli-commands.js';
import { cliDocument } from './cli-document.js';
import { cliImports } from './cli-imports.js';
import { cliPipes } from './cli-pipes.js';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ shape: 'embedded', settings: { CONSOLE: 'off' } });
});

afterAll(async () => {
  await (platform as Platform | undefined)?.stop();
});

describe('the CLI', () => {
  cliCommands(() => platform);
  cliImports(() => platform);
  cliPipes(() => platform);
  cliDocument(() => platform);
});
