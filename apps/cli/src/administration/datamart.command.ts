import { createDatamart, getDatamart, listDatamarts, updateDatamart } from '@tributary/client/generated/sdk.gen';
import type { Datamart, UpdateDatamartData } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItem } from '../lists/list-command.js';
import { UsageProblem } from '../output/failures.js';
import { openDatamart, openOrganisation } from '../session/open-session.js';

interface SettingOptions extends CommonOptions {
  name?: string;
  timeZone?: string;
}

const columns = {
  id: ({ id }: Datamart) => id,
  name: ({ name }: Datamart) => name,
  organisation: ({ organisation_id }: Datamart) => organisation_id,
  'time zone': ({ time_zone }: Datamart) => time_zone,
};

export const datamartCommand = (): Command =>
  createGroup(
    'datamart',
    {
      summary: 'Create, list and change datamarts',
      examples: ['tributary datamart list', 'tributary datamart set --time-zone Europe/Paris'],
    },
    [
      listCommand({
        summary: 'List the datamarts of the organisation',
        examples: ['tributary datamart list'],
        of: 'organisation',
        read: ({ organisation_id }, query) => listDatamarts({ query: { organisation_id, ...query } }),
        columns,
      }),
      createCommand('create', {
        summary: 'Create a datamart',
        examples: ['tributary datamart create Shops --time-zone Europe/Paris'],
        of: 'organisation',
      })
        .argument('<name>', 'its name')
        .option('--time-zone <name>', 'of its days, as Europe/Paris; UTC')
        .action(create),
      createCommand('set', {
        summary: 'Change the name or the time zone of the datamart',
        examples: ['tributary datamart set --name Shops', 'tributary datamart set --time-zone Europe/Paris'],
        of: 'datamart',
      })
        .option('--name <name>', 'its name')
        .option('--time-zone <name>', 'of its days: reports of earlier days change too')
        .action(set),
    ],
  );

const settingsOf = ({ name, timeZone }: SettingOptions) => ({
  ...(name !== undefined && { name }),
  ...(timeZone !== undefined && { time_zone: timeZone }),
});

async function create(name: string, options: SettingOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const { data } = await createDatamart({ body: { organisation_id, ...settingsOf({ ...options, name }), name } });
  printItem(options, data.data, columns);
}

/** A PUT replaces all fields, so it starts from what the platform has. */
async function set(options: SettingOptions): Promise<void> {
  const changes = settingsOf(options);
  if (Object.keys(changes).length === 0) throw new UsageProblem('what shall change? Say --name or --time-zone');
  const { datamart_id } = await openDatamart(options);
  const path = { datamart_id };
  const { data: before } = await getDatamart({ path });
  const { id: _id, organisation_id: _organisation, ...fields } = before.data;
  const body: UpdateDatamartData['body'] = { ...fields, ...changes };
  const { data } = await updateDatamart({ path, body });
  printItem(options, data.data, columns);
}
