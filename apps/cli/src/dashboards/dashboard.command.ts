import type { Command } from 'commander';
import { createGroup, type CommonOptions } from '../commands/create-command.js';
import { applyCommand } from './apply.command.js';
import { exportCommand } from './export.command.js';
import { listDashboards } from '@tributary/client/generated/sdk.gen';
import { listCommand } from '../lists/list-command.js';
import { formatInstant } from '../output/print.js';

export const dashboardCommand = (): Command =>
  createGroup(
    'dashboard',
    {
      summary: 'List dashboards, and keep their contents in files, as in git',
      examples: [
        'tributary dashboard list',
        'tributary dashboard export 3 > sales.json',
        'tributary dashboard apply sales.json',
      ],
    },
    [listDashboardsCommand(), exportCommand(), applyCommand()],
  );

const listDashboardsCommand = () =>
  listCommand({
    summary: 'List the dashboards of an organisation',
    examples: ['tributary dashboard list', 'tributary dashboard list --archived'],
    of: 'organisation',
    takes: (command) => command.option('--archived', 'only archived ones'),
    read: ({ organisation_id }, page, { archived = false }: CommonOptions & { archived?: boolean }) =>
      listDashboards({ query: { organisation_id, archived, ...page } }),
    columns: {
      id: ({ id }) => id,
      title: ({ title }) => title,
      'shown in': ({ scopes }) => scopes.join(', '),
      content: ({ dashboard_content_id }) => dashboard_content_id ?? 'none',
      'changed (UTC)': ({ last_modified_ts }) => formatInstant(last_modified_ts),
    },
  });
