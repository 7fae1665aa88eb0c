import { createThrottling, deleteThrottling, listThrottlings } from '@tributary/client/generated/sdk.gen';
import { throttlingScopes } from '@tributary/contracts/rules/resources/choices';
import type { Throttling } from '@tributary/client/generated/types.gen';
import { Option, type Command } from 'commander';
import { createCommand, createGroup, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { UsageProblem } from '../output/failures.js';
import { print } from '../output/print.js';
import { openSession } from '../session/open-session.js';

interface CreateOptions extends CommonOptions {
  scope: Throttling['scope'];
  endpoint: string;
  key?: string;
  maxQps?: number;
  maxConcurrency?: number;
  timeout?: number;
}

export const throttlingCommand = (): Command =>
  createGroup(
    'throttling',
    {
      summary: 'List, create and delete the limits of calls to plugins',
      examples: [
        'tributary throttling list 5 9',
        'tributary throttling create 5 9 --scope DATAMART --endpoint /v1/activity_analysis --max-qps 50',
        'tributary throttling delete 5 9 2',
      ],
    },
    [
      listCommand({
        summary: 'List the throttlings of a version',
        examples: ['tributary throttling list 5 9'],
        takes: namesVersion,
        read: (_session, query, _options, plugin_id = '', version_id = '') =>
          listThrottlings({ path: { plugin_id, version_id }, query }),
        columns: {
          id: ({ id }) => id,
          scope: ({ scope }) => scope,
          endpoint: ({ plugin_endpoint }) => plugin_endpoint,
          key: ({ throttling_key }) => throttling_key,
          'max qps': ({ max_qps }) => max_qps,
          'max concurrency': ({ max_concurrency }) => max_concurrency,
          'timeout ms': ({ timeout_ms }) => timeout_ms,
        },
      }),
      ofVersion(
        'create',
        'Limit the calls to a version',
        'tributary throttling create 5 9 --scope GLOBAL --endpoint /v1/activity_analysis --max-concurrency 8',
      )
        .addOption(
          new Option('--scope <scope>', 'who shares the limit').choices(throttlingScopes).makeOptionMandatory(),
        )
        .requiredOption('--endpoint <route>', 'route of the plugin')
        .option('--key <id>', 'only this datamart or organisation; without it, each by itself')
        .option('--max-qps <number>', 'calls per second; 0.5: one every two seconds', Number)
        .option('--max-concurrency <number>', 'calls at the same time', positiveInteger)
        .option('--timeout <ms>', 'after which a call is aborted', positiveInteger)
        .action(create),
      ofVersion('delete', 'Delete a throttling', 'tributary throttling delete 5 9 2')
        .argument('<throttling>', 'id of the throttling')
        .action(remove),
    ],
  );

const ofVersion = (name: string, summary: string, example: string): Command =>
  namesVersion(createCommand(name, { summary, examples: [example] }));

const namesVersion = (command: Command): Command =>
  command
    .argument('<plugin>', 'id of the plugin')
    .argument('<version>', 'id of the version, as `tributary plugin versions` lists it');

async function create(plugin_id: string, version_id: string, options: CreateOptions): Promise<void> {
  openSession(options);
  const { scope, endpoint: plugin_endpoint, key: throttling_key, maxQps: max_qps } = options;
  if (max_qps !== undefined && !(max_qps > 0)) throw new UsageProblem('--max-qps: it must be a number greater than 0');
  const { data } = await createThrottling({
    path: { plugin_id, version_id },
    body: {
      plugin_version_id: version_id,
      scope,
      plugin_endpoint,
      throttling_key,
      max_qps,
      max_concurrency: options.maxConcurrency,
      timeout_ms: options.timeout,
    },
  });
  print(options.output, data.data, () => ({ rows: Object.entries(data.data) }));
}

async function remove(
  plugin_id: string,
  version_id: string,
  throttling_id: string,
  options: CommonOptions,
): Promise<void> {
  openSession(options);
  await deleteThrottling({ path: { plugin_id, version_id, throttling_id } });
  print(options.output, { deleted: throttling_id }, () => ({ rows: [['deleted', throttling_id]] }));
}
