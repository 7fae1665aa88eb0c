import { listDashboards } from '@tributary/client/generated/sdk.gen';
import type { CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../commands/list-command.js';
import { formatInstant } from '../output/format-instant.js';
import { openOrganisation } from '../session/open-session.js';

export const listDashboardsCommand = () =>
  listCommand({
    summary: 'List the dashboards of an organisation',
    examples: ['tributary dashboard list', 'tributary dashboard list --archived'],
    of: 'organisation',
    takes: (command) => command.option('--archived', 'only archived ones'),
    open: async ({ archived = false, ...options }: CommonOptions & { archived?: boolean }) => {
      const { organisation_id } = await openOrganisation(options);
      return (page) => listDashboards({ query: { organisation_id, archived, ...page } });
    },
    columns: {
      id: ({ id }) => id,
      title: ({ title }) => title,
      'shown in': ({ scopes }) => scopes.join(', '),
      content: ({ dashboard_content_id }) => dashboard_content_id ?? 'none',
      'changed (UTC)': ({ last_modified_ts }) => formatInstant(last_modified_ts),
    },
  });
