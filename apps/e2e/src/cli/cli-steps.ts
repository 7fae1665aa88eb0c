import type { Platform } from '@tributary/testing/processes/platform';
import { cliAdministration } from './cli-administration.js';
import { cliApply } from './cli-apply.js';
import { cliAudit } from './cli-audit.js';
import { cliCommands } from './cli-commands.js';
import { cliDocument } from './cli-document.js';
import { cliFlagged } from './cli-flagged.js';
import { cliExports } from './cli-exports.js';
import { cliImports } from './cli-imports.js';
import { cliMcp } from './cli-mcp.js';
import { cliNumbers } from './cli-numbers.js';
import { cliPipes } from './cli-pipes.js';
import { cliPlan } from './cli-plan.js';
import { cliRefusals } from './cli-refusals.js';
import { cliReports } from './cli-reports.js';
import { cliTraces } from './cli-traces.js';

/** The CLI on a platform with one datamart. */
export function cliSteps(platform: () => Platform): void {
  cliApply(platform);
  cliAudit(platform);
  cliCommands(platform);
  cliAdministration(platform);
  cliExports(platform);
  cliFlagged(platform);
  cliImports(platform);
  cliMcp(platform);
  cliNumbers(platform);
  cliPipes(platform);
  cliRefusals(platform);
  cliPlan(platform);
  cliReports(platform);
  cliTraces(platform);
  cliDocument(platform);
}
