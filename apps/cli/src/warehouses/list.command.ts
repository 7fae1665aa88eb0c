import { listDataWarehouses } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { print } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openOrganisation } from '../session/open-session.js';

export const listCommand = (): Command =>
  createCommand('list', {
    summary: 'List the data warehouses of an organisation',
    examples: ['tributary warehouse list'],
    of: 'organisation',
  })
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .action(list);

async function list(options: CommonOptions & { limit: number }): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const read = (page: { first_result: number; max_results: number }) =>
    listDataWarehouses({ query: { organisation_id, ...page } });
  const warehouses = await readPages(read, options.limit);
  print(options.output, warehouses, () => ({
    headers: ['id', 'name', 'engine', 'description'],
    rows: warehouses.map(({ id, name, engine_type, description }) => [id, name, engine_type, description]),
  }));
}
