import { createThrottling, deleteThrottling, listThrottlings } from '@tributary/client/generated/sdk.gen';
import type { Throttling } from '@tributary/client/generated/types.gen';
import { Option, type Command } from 'commander';
import { createCommand, createGroup, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { UsageProblem } from '../output/failures.js';
import { print } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
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
      ofVersion('list', 'List the throttlings of a version', 'tributary throttling list 5 9')
        .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
        .action(list),
      ofVersion(
        'create',
        'Limit the calls to a version',
        'tributary throttling create 5 9 --scope GLOBAL --endpoint /v1/activity_analysis --max-concurrency 8',
      )
        .addOption(
          new Option('--scope <scope>', 'who shares the limit')
            .choices(['GLOBAL', 'CONTAINER', 'DATAMART', 'ORGANISATION'])
            .makeOptionMandatory(),
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
  createCommand(name, { summary, examples: [example] })
    .argument('<plugin>', 'id of the plugin')
    .argument('<version>', 'id of the version, as `tributary plugin versions` lists it');

async function list(plugin_id: string, version_id: string, options: CommonOptions & { limit: number }): Promise<void> {
  openSession(options);
  const path = { plugin_id, version_id };
  const throttlings = await readPages((query) => listThrottlings({ path, query }), options.limit);
  print(options.output, throttlings, () => ({
    headers: ['id', 'scope', 'endpoint', 'key', 'max qps', 'max concurrency', 'timeout ms'],
    rows: throttlings.map(rowOf),
  }));
}

const rowOf = (throttling: Throttling) => [
  throttling.id,
  throttling.scope,
  throttling.plugin_endpoint,
  throttling.throttling_key,
  throttling.max_qps,
  throttling.max_concurrency,
  throttling.timeout_ms,
];

async function create(plugin_id: string, version_id: string, options: CreateOptions): Promise<void> {
  openSession(options);
  const { scope, endpoint: plugin_endpoint, key: throttling_key, maxQps: max_qps, maxConcurrency, timeout } = options;
  if (max_qps !== undefined && !(max_qps > 0)) throw new UsageProblem('--max-qps: it must be a number greater than 0');
  const { data } = await createThrottling({
    path: { plugin_id, version_id },
    body: {
      plugin_version_id: version_id,
      scope,
      plugin_endpoint,
      ...(throttling_key !== undefined && { throttling_key }),
      ...(max_qps !== undefined && { max_qps }),
      ...(maxConcurrency !== undefined && { max_concurrency: maxConcurrency }),
      ...(timeout !== undefined && { timeout_ms: timeout }),
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
