import { createCollectKey, deleteCollectKey, listCollectKeys } from '@tributary/client/generated/sdk.gen';
import type { CollectKey } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import {
  createCommand,
  createGroup,
  positiveInteger,
  repeated,
  type CommonOptions,
} from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';
import { undoChoicesCommand } from './undo-choices.command.js';

interface CreateOptions extends CommonOptions {
  origin?: string[];
  channel?: string;
  profiles?: true;
  maxQps?: number;
}

export const collectKeyCommand = (): Command =>
  createGroup(
    'collect-key',
    {
      summary: 'Create, list and delete public keys with which web pages and apps send',
      examples: [
        'tributary collect-key create Shop --origin https://shop.example.com',
        'tributary collect-key list',
        'tributary collect-key delete 7',
      ],
    },
    [
      createCommand('create', {
        summary: 'Create a key for the pages of some origins',
        examples: [
          'tributary collect-key create Shop --origin https://shop.example.com --origin http://localhost:3000',
          'tributary collect-key create "TV app" --channel 8298 --max-qps 200',
        ],
        of: 'datamart',
      })
        .argument('<name>', 'what the key is for')
        .option(
          '--origin <origin>',
          'pages of it may use the key: https://host[:port], or * for any (repeatable)',
          repeated,
        )
        .option('--channel <id>', 'the channel of activities that name none; others are refused')
        .option('--profiles', 'its activities may change profiles')
        .option('--max-qps <number>', 'the most activities per second that each gateway takes', positiveInteger)
        .action(create),
      listCommand({
        summary: 'List keys with their values',
        examples: ['tributary collect-key list'],
        of: 'datamart',
        read: ({ datamart_id }, query) => listCollectKeys({ path: { datamart_id }, query }),
        columns: {
          id: ({ id }: CollectKey) => id,
          name: ({ name }: CollectKey) => name,
          key: ({ key }: CollectKey) => key,
          channel: ({ channel_id }: CollectKey) => channel_id,
          origins: ({ allowed_origins }: CollectKey) => allowed_origins.join(', '),
        },
      }),
      createCommand('delete', {
        summary: 'End a key, everywhere within a second',
        examples: ['tributary collect-key delete 7'],
        of: 'datamart',
      })
        .argument('<key>', 'id of the key, as the list shows it')
        .action(remove),
      undoChoicesCommand('collect-key', 'collect_key_id'),
    ],
  );

async function create(name: string, options: CreateOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { origin: allowed_origins, channel: channel_id, profiles, maxQps: max_qps } = options;
  const body = { name, allowed_origins, channel_id, accepts_profiles: profiles, max_qps };
  const { data } = await createCollectKey({ path: { datamart_id }, body });
  const { id, key, allowed_origins: origins } = data.data;
  print(options.output, data.data, () => ({
    rows: [
      ['id', id],
      ['key', key],
      ['origins', origins.join(', ')],
    ],
  }));
}

async function remove(collect_key_id: string, options: CommonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  await deleteCollectKey({ path: { datamart_id, collect_key_id } });
  print(options.output, { deleted: collect_key_id }, () => ({ rows: [['deleted', collect_key_id]] }));
}
