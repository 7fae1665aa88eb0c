import { actOnRefusedActivity, listRefusedActivities } from '@tributary/client/generated/sdk.gen';
import { Option, type Command } from 'commander';
import { createCommand, createGroup, type CommonOptions } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { parseTime } from '../commands/parse-time.js';
import { readJsonInput } from '../files/json-input.js';
import { formatInstant, print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';

const codes = ['BAD_REQUEST_DATA', 'BAD_REQUEST_FORMAT', 'AUTHORIZATION_ERROR'] as const;

interface ListOptions extends CommonOptions {
  code?: (typeof codes)[number];
  since?: number;
}

export const refusedCommand = (): Command =>
  createGroup(
    'refused',
    {
      summary: 'List refused activities, and retry them',
      examples: [
        'tributary refused list',
        'tributary refused retry 01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12 repaired.json',
      ],
    },
    [
      listCommand({
        summary: 'List refused activities with the reasons, the newest first',
        examples: ['tributary refused list --since 2026-11-28', 'tributary refused list -o json'],
        of: 'datamart',
        takes: (command) =>
          command
            .addOption(new Option('--code <code>', 'only those with this error').choices(codes))
            .option(
              '--since <time>',
              'only those received since then: a date, or a time as 2026-11-28T14:00Z, or 2h ago as 2h',
              parseTime,
            ),
        read: ({ datamart_id }, page, { code: error_code, since }: ListOptions) =>
          listRefusedActivities({ path: { datamart_id }, query: { ...page, error_code, since } }),
        columns: {
          id: ({ id }) => id,
          received: ({ received_ts }) => formatInstant(received_ts),
          error: ({ error }) => error,
          body: ({ body }) => body,
        },
      }),
      createCommand('retry', {
        summary: 'Store a refused activity, as received then',
        details: 'If it is refused again, it stays in the list.',
        examples: ['tributary refused retry 01a1fdf4-0c2e-7b1a-8d31-0f5b7d0c6a12 repaired.json'],
        of: 'datamart',
      })
        .argument('<id>', 'of the refused activity, as the list shows it')
        .argument('[file]', 'the repaired activity; - for stdin. Without it, the body as it was sent')
        .action(retry),
    ],
  );

async function retry(refused_activity_id: string, file: string | undefined, options: CommonOptions): Promise<void> {
  const activity = file === undefined ? undefined : ((await readJsonInput(file)) as Record<string, unknown>);
  const { datamart_id } = await openDatamart(options);
  const body = { action: 'RETRY' as const, activity };
  const { data } = await actOnRefusedActivity({ path: { datamart_id, refused_activity_id }, body });
  print(options.output, data.data, () => ({ rows: [['id', data.data.id]] }));
}
