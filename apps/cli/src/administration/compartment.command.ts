import {
  createCompartment,
  deleteCompartment,
  getCompartment,
  listCompartments,
  updateCompartment,
} from '@tributary/client/generated/sdk.gen';
import type { Compartment } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItem } from '../lists/list-command.js';
import { UsageProblem } from '../output/failures.js';
import { print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';

interface CreateOptions extends CommonOptions {
  name?: string;
  exclusive?: true;
}

interface SetOptions extends CommonOptions {
  name?: string;
  exclusive?: boolean;
}

const columns = {
  id: ({ compartment_id }: Compartment) => compartment_id,
  name: ({ name }: Compartment) => name,
  exclusive: ({ exclusive }: Compartment) => (exclusive ? 'yes' : 'no'),
  archived: ({ archived }: Compartment) => (archived ? 'yes' : 'no'),
};

export const compartmentCommand = (): Command =>
  createGroup(
    'compartment',
    {
      summary: 'Register, list and delete compartments, the sets of account ids; make one exclusive',
      examples: ['tributary compartment list', 'tributary compartment set members --exclusive'],
    },
    [
      listCommand({
        summary: 'List the compartments of the datamart',
        examples: ['tributary compartment list'],
        of: 'datamart',
        read: ({ datamart_id }, query) => listCompartments({ path: { datamart_id }, query }),
        columns,
      }),
      createCommand('create', {
        summary: 'Register a compartment',
        examples: ['tributary compartment create members --name "Members of the shop" --exclusive'],
        of: 'datamart',
      })
        .argument('<compartment>', 'the id that activities name')
        .option('--name <name>', 'its name; otherwise its id')
        .option('--exclusive', 'a person has at most one account of it')
        .action(create),
      createCommand('set', {
        summary: 'Rename a compartment, or make it exclusive or not, for what is received afterwards',
        examples: ['tributary compartment set members --exclusive', 'tributary compartment set members --no-exclusive'],
        of: 'datamart',
      })
        .argument('<compartment>', 'id of the compartment, as the list shows it')
        .option('--name <name>', 'another name')
        .option('--exclusive', 'a person has at most one account of it')
        .option('--no-exclusive', 'a person may have any number of accounts of it')
        .action(set),
      createCommand('delete', {
        summary: 'Delete a compartment that holds no accounts',
        examples: ['tributary compartment delete members'],
        of: 'datamart',
      })
        .argument('<compartment>', 'id of the compartment, as the list shows it')
        .action(remove),
    ],
  );

async function create(compartment_id: string, options: CreateOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { name = compartment_id, exclusive = false } = options;
  const { data } = await createCompartment({ path: { datamart_id }, body: { compartment_id, name, exclusive } });
  printItem(options, data.data, columns);
}

/** A PUT replaces all fields, so it starts from what the platform has. */
async function set(compartment_id: string, options: SetOptions): Promise<void> {
  if (options.name === undefined && options.exclusive === undefined)
    throw new UsageProblem('what shall change? Say --name, --exclusive or --no-exclusive');
  const { datamart_id } = await openDatamart(options);
  const path = { datamart_id, compartment_id };
  const { data: before } = await getCompartment({ path });
  const { name = before.data.name, exclusive = before.data.exclusive } = options;
  const { data } = await updateCompartment({ path, body: { name, exclusive, archived: before.data.archived } });
  printItem(options, data.data, columns);
}

async function remove(compartment_id: string, options: CommonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  await deleteCompartment({ path: { datamart_id, compartment_id } });
  print(options.output, { deleted: compartment_id }, () => ({ rows: [['deleted', compartment_id]] }));
}
