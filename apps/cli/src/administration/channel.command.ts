import {
  createChannel,
  deleteCtv,
  deleteMobileApplication,
  deleteSite,
  getChannel,
  listChannels,
} from '@tributary/client/generated/sdk.gen';
import { channelTypes } from '@tributary/contracts/rules/resources/choices';
import type { Channel, CreateChannelData } from '@tributary/client/generated/types.gen';
import { Option, type Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItem } from '../lists/list-command.js';
import { print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';
import { consentCommands } from './channel-consent.js';

interface CreateOptions extends CommonOptions {
  type: Channel['type'];
  id?: string;
  domain?: string;
  withoutBots?: true;
}

const columns = {
  id: ({ id }: Channel) => id,
  name: ({ name }: Channel) => name,
  type: ({ type }: Channel) => type,
  domain: ({ domain }: Channel) => domain,
  bots: ({ leaves_out_bots }: Channel) => (leaves_out_bots ? 'left out' : 'kept'),
};

export const channelCommand = (): Command =>
  createGroup(
    'channel',
    {
      summary:
        'Create, list and delete sites, mobile applications and TV applications; count what choices refuse there',
      examples: ['tributary channel list', 'tributary channel create Shop --domain shop.example.com'],
    },
    [
      listCommand({
        summary: 'List the channels of the datamart',
        examples: ['tributary channel list'],
        of: 'datamart',
        read: ({ datamart_id }, query) => listChannels({ path: { datamart_id }, query }),
        columns,
      }),
      createCommand('create', {
        summary: 'Create a channel',
        examples: [
          'tributary channel create Shop --domain shop.example.com',
          'tributary channel create "Shop app" --type MOBILE_APPLICATION',
          'tributary channel create Blog --id blog.example.com',
        ],
        of: 'datamart',
      })
        .argument('<name>', 'its name')
        .addOption(new Option('--type <type>', 'its kind').choices(channelTypes).default('SITE'))
        .option('--id <id>', 'the id that its activities name already; otherwise the platform makes one')
        .option('--domain <domain>', 'of a site')
        .option('--without-bots', 'activities of bots are dropped')
        .action(create),
      createCommand('delete', {
        summary: 'Delete a channel; its activities stay',
        examples: ['tributary channel delete 8298'],
        of: 'datamart',
      })
        .argument('<channel>', 'id of the channel, as the list shows it')
        .action(remove),
      ...consentCommands(),
    ],
  );

async function create(name: string, options: CreateOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { type, id, domain, withoutBots } = options;
  const body: CreateChannelData['body'] = { name, type, id, domain, leaves_out_bots: withoutBots };
  const { data } = await createChannel({ path: { datamart_id }, body });
  printItem(options, data.data, columns);
}

/** Each kind of channel is deleted by a path of its own. */
const deletions = {
  SITE: (datamart_id: string, site_id: string) => deleteSite({ path: { datamart_id, site_id } }),
  MOBILE_APPLICATION: (datamart_id: string, mobile_application_id: string) =>
    deleteMobileApplication({ path: { datamart_id, mobile_application_id } }),
  CTV: (datamart_id: string, ctv_id: string) => deleteCtv({ path: { datamart_id, ctv_id } }),
};

async function remove(channel_id: string, options: CommonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { data } = await getChannel({ path: { datamart_id, channel_id } });
  await deletions[data.data.type](datamart_id, channel_id);
  print(options.output, { deleted: channel_id }, () => ({ rows: [['deleted', channel_id]] }));
}
