import { listDataWarehouses } from '@tributary/client/generated/sdk.gen';
import { listCommand } from '../lists/list-command.js';

export const listWarehousesCommand = () =>
  listCommand({
    summary: 'List the data warehouses of an organisation',
    examples: ['tributary warehouse list'],
    of: 'organisation',
    read: ({ organisation_id }, page) => listDataWarehouses({ query: { organisation_id, ...page } }),
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      engine: ({ engine_type }) => engine_type,
      description: ({ description }) => description,
    },
  });
