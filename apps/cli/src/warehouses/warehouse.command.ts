import type { Command } from 'commander';
import { createGroup } from '../commands/create-command.js';
import { listWarehousesCommand } from './list.command.js';
import { refreshCommand } from './refresh.command.js';
import { treeCommand } from './tree.command.js';

export const warehouseCommand = (): Command =>
  createGroup(
    'warehouse',
    {
      summary: 'List data warehouses, show what they hold, read them again',
      examples: ['tributary warehouse list', 'tributary warehouse tree 3', 'tributary warehouse refresh 3 --diff'],
    },
    [listWarehousesCommand(), treeCommand(), refreshCommand()],
  );
