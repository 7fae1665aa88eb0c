import {
  createPlugin,
  createPluginVersion,
  listPlugins,
  listPluginVersions,
} from '@tributary/client/generated/sdk.gen';
import type { CreatePluginData } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { print } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openOrganisation, openSession } from '../session/open-session.js';

const limitOption = ['--limit <number>', 'the most that are listed', positiveInteger, defaultLimit] as const;

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
      createCommand('list', {
        summary: 'List the plugins of an organisation',
        examples: ['tributary plugin list'],
        of: 'organisation',
      })
        .option(...limitOption)
        .action(list),
      createCommand('create', {
        summary: 'Create a plugin',
        examples: ['tributary plugin create ACTIVITY_ANALYZER com.example geo'],
        of: 'organisation',
      })
        .argument('<type>', 'as ACTIVITY_ANALYZER')
        .argument('<group>', 'as com.example')
        .argument('<artifact>', 'its name in the group')
        .action(create),
      createCommand('versions', { summary: 'List the versions of a plugin', examples: ['tributary plugin versions 5'] })
        .argument('<plugin>', 'id of the plugin')
        .option(...limitOption)
        .action(versions),
      createCommand('release', {
        summary: 'Create a version of a plugin',
        examples: ['tributary plugin release 5 1.0.1'],
      })
        .argument('<plugin>', 'id of the plugin')
        .argument('<version>', 'as 1.0.1')
        .action(release),
    ],
  );

async function list(options: CommonOptions & { limit: number }): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  const read = (page: { first_result: number; max_results: number }) =>
    listPlugins({ query: { organisation_id, ...page } });
  const plugins = await readPages(read, options.limit);
  print(options.output, plugins, () => ({
    headers: ['id', 'type', 'group', 'artifact', 'version in use'],
    rows: plugins.map((plugin) => [
      plugin.id,
      plugin.plugin_type,
      plugin.group_id,
      plugin.artifact_id,
      plugin.current_version_id,
    ]),
  }));
}

async function create(type: string, group_id: string, artifact_id: string, options: CommonOptions): Promise<void> {
  const { organisation_id } = await openOrganisation(options);
  // The API knows the types, and says which there are.
  const plugin_type = type as CreatePluginData['body']['plugin_type'];
  const { data } = await createPlugin({ body: { organisation_id, plugin_type, group_id, artifact_id } });
  print(options.output, data.data, () => ({ rows: Object.entries(data.data) }));
}

async function versions(plugin_id: string, options: CommonOptions & { limit: number }): Promise<void> {
  openSession(options);
  const found = await readPages((query) => listPluginVersions({ path: { plugin_id }, query }), options.limit);
  print(options.output, found, () => ({
    headers: ['id', 'version', 'archived', 'max qps'],
    rows: found.map(({ id, version_id, archived, max_qps }) => [id, version_id, archived, max_qps]),
  }));
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
