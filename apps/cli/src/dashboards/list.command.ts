import { listDashboards } from '@tributary/client/generated/sdk.gen';
import type { CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { formatInstant } from '../output/print.js';

export const listDashboardsCommand = () =>
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
