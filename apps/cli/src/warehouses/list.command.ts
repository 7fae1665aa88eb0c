import { listDataWarehouses } from '@tributary/client/generated/sdk.gen';
import { listCommand } from '../commands/list-command.js';
import { openOrganisation } from '../session/open-session.js';

export const listWarehousesCommand = () =>
  listCommand({
    summary: 'List the data warehouses of an organisation',
    examples: ['tributary warehouse list'],
    of: 'organisation',
    open: async (options) => {
      const { organisation_id } = await openOrganisation(options);
      return (page) => listDataWarehouses({ query: { organisation_id, ...page } });
    },
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      engine: ({ engine_type }) => engine_type,
      description: ({ description }) => description,
    },
  });
