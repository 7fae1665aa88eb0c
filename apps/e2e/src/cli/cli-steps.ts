import type { Platform } from '@tributary/testing/processes/platform';
import { cliCommands } from './cli-commands.js';
import { cliDocument } from './cli-document.js';
import { cliExports } from './cli-exports.js';
import { cliImports } from './cli-imports.js';
import { cliNumbers } from './cli-numbers.js';
import { cliPipes } from './cli-pipes.js';
import { cliRefusals } from './cli-refusals.js';
import { cliTraces } from './cli-traces.js';

/** The CLI on a platform with one datamart. */
export function cliSteps(platform: () => Platform): void {
  cliCommands(platform);
  cliExports(platform);
  cliImports(platform);
  cliNumbers(platform);
  cliPipes(platform);
  cliRefusals(platform);
  cliTraces(platform);
  cliDocument(platform);
}
