import { readContent } from '@tributary/client/dashboards/stored-content';
import { getDashboard } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { printJson } from '../output/print.js';
import { say } from '../output/status-messages.js';
import { openOrganisation } from '../session/open-session.js';
import { contentOfNone } from './dashboard-file.js';

export const exportCommand = (): Command =>
  createCommand('export', {
    summary: 'Print a dashboard as the JSON that `apply` takes',
    examples: ['tributary dashboard export 3 > sales.json'],
    of: 'organisation',
    formats: ['json'],
  })
    .argument('<dashboard>', 'id of the dashboard')
    .action(exportDashboard);

async function exportDashboard(dashboard_id: string, options: CommonOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const path = { dashboard_id, organisation_id };
  // A dashboard without content is found out here: its content is a 404, as is that of a dashboard that does not exist.
  if (!options.curl) await getDashboard({ path: { dashboard_id }, query: { organisation_id } });
  const stored = await readContent(path);
  if (!stored) say('This dashboard has no content yet.');
  printJson({ ...path, content_id: stored?.id ?? null, content: stored?.content ?? contentOfNone });
}
