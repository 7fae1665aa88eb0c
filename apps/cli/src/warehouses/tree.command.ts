import { getDataWarehouseMetadata } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { printJson, printLine } from '../output/print.js';
import { printable } from '../output/printable.js';
import { say } from '../output/status-messages.js';
import { openSession } from '../session/open-session.js';
import { drawTree } from './draw-tree.js';

interface TreeOptions extends CommonOptions {
  columns?: boolean;
  gone?: boolean;
}

export const treeCommand = (): Command =>
  createCommand('tree', {
    summary: 'Show the databases, schemas and tables of a warehouse',
    examples: ['tributary warehouse tree 3 --columns', 'tributary warehouse tree 3 --gone'],
    formats: ['table', 'json'],
  })
    .argument('<warehouse>', 'id of the warehouse')
    .option('--columns', 'columns too, with their types')
    .option('--gone', 'what has disappeared too')
    .action(tree);

async function tree(datawarehouse_id: string, options: TreeOptions): Promise<void> {
  openSession(options);
  const query = { include_disappeared: options.gone === true };
  const { data } = await getDataWarehouseMetadata({ path: { datawarehouse_id }, query });
  const { databases, refresh } = data.data;
  if (options.output === 'json') return void printJson(data.data);
  for (const line of drawTree(databases, { columns: options.columns === true })) printLine(printable(line));
  if (databases.length === 0) say(`Nothing was read yet: tributary warehouse refresh ${datawarehouse_id}`);
  if (refresh?.status === 'FAILED') say(`The last refresh failed: ${refresh.error ?? ''}`, 'yellow');
}
