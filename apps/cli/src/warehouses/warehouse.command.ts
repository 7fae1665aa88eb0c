import type { Command } from 'commander';
import { createGroup } from '../commands/create-command.js';
import { refreshCommand } from './refresh.command.js';
import { treeCommand } from './tree.command.js';
import { listDataWarehouses } from '@tributary/client/generated/sdk.gen';
import { listCommand } from '../lists/list-command.js';

export const warehouseCommand = (): Command =>
  createGroup(
    'warehouse',
    {
      summary: 'List data warehouses, show what they hold, read them again',
      examples: ['tributary warehouse list', 'tributary warehouse tree 3', 'tributary warehouse refresh 3 --diff'],
    },
    [listWarehousesCommand(), treeCommand(), refreshCommand()],
  );

const listWarehousesCommand = () =>
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
