import { listDashboards } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { formatInstant } from '../output/format-instant.js';
import { print } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openOrganisation } from '../session/open-session.js';

export const listCommand = (): Command =>
  createCommand('list', {
    summary: 'List the dashboards of an organisation',
    examples: ['tributary dashboard list', 'tributary dashboard list --archived'],
    of: 'organisation',
  })
    .option('--archived', 'only archived ones')
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .action(list);

async function list(options: CommonOptions & { limit: number; archived?: boolean }): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const archived = options.archived === true;
  const read = (page: { first_result: number; max_results: number }) =>
    listDashboards({ query: { organisation_id, archived, ...page } });
  const dashboards = await readPages(read, options.limit);
  print(options.output, dashboards, () => ({
    headers: ['id', 'title', 'shown in', 'content', 'changed (UTC)'],
    rows: dashboards.map(({ id, title, scopes, dashboard_content_id, last_modified_ts }) => [
      id,
      title,
      scopes.join(', '),
      dashboard_content_id ?? 'none',
      formatInstant(last_modified_ts),
    ]),
  }));
}
