import {
  createPlugin,
  createPluginVersion,
  listPlugins,
  listPluginVersions,
} from '@tributary/client/generated/sdk.gen';
import type { CreatePluginData } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { print } from '../output/print.js';
import { openOrganisation, openSession } from '../session/open-session.js';

export const pluginCommand = (): Command =>
  createGroup(
    'plugin',
    {
      summary: 'List and create plugins and their versions',
      examples: [
        'tributary plugin list',
        'tributary plugin create ACTIVITY_ANALYZER com.example geo',
        'tributary plugin release 5 1.0.1',
      ],
    },
    [
      listCommand({
        summary: 'List the plugins of an organisation',
        examples: ['tributary plugin list'],
        of: 'organisation',
        read: ({ organisation_id }, page) => listPlugins({ query: { organisation_id, ...page } }),
        columns: {
          id: ({ id }) => id,
          type: ({ plugin_type }) => plugin_type,
          group: ({ group_id }) => group_id,
          artifact: ({ artifact_id }) => artifact_id,
          'version in use': ({ current_version_id }) => current_version_id,
        },
      }),
      createCommand('create', {
        summary: 'Create a plugin',
        examples: ['tributary plugin create ACTIVITY_ANALYZER com.example geo'],
        of: 'organisation',
      })
        .argument('<type>', 'as ACTIVITY_ANALYZER')
        .argument('<group>', 'as com.example')
        .argument('<artifact>', 'its name in the group')
        .action(create),
      listCommand({
        name: 'versions',
        summary: 'List the versions of a plugin',
        examples: ['tributary plugin versions 5'],
        takes: (command) => command.argument('<plugin>', 'id of the plugin'),
        read: (_session, query, _options, plugin_id = '') => listPluginVersions({ path: { plugin_id }, query }),
        columns: {
          id: ({ id }) => id,
          version: ({ version_id }) => version_id,
          archived: ({ archived }) => archived,
          'max qps': ({ max_qps }) => max_qps,
        },
      }),
      createCommand('release', {
        summary: 'Create a version of a plugin',
        examples: ['tributary plugin release 5 1.0.1'],
      })
        .argument('<plugin>', 'id of the plugin')
        .argument('<version>', 'as 1.0.1')
        .action(release),
    ],
  );

async function create(type: string, group_id: string, artifact_id: string, options: CommonOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  // The API knows the types, and says which there are.
  const plugin_type = type as CreatePluginData['body']['plugin_type'];
  const { data } = await createPlugin({ body: { organisation_id, plugin_type, group_id, artifact_id } });
  print(options.output, data.data, () => ({ rows: Object.entries(data.data) }));
}

async function release(plugin_id: string, version_id: string, options: CommonOptions): Promise<void> {
  openSession(options);
  const { data } = await createPluginVersion({ path: { plugin_id }, body: { version_id } });
  const { id, archived } = data.data;
  print(options.output, data.data, () => ({
    rows: [
      ['id', id],
      ['version', version_id],
      ['archived', archived],
    ],
  }));
}
