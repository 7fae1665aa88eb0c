import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseJson } from '@tributary/client/exact-json';
import { actOnRefusedActivity, listRefusedActivities } from '@tributary/client/generated/sdk.gen';
import { Option, type Command } from 'commander';
import { createCommand, createGroup, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { parseTime } from '../commands/parse-time.js';
import { Failure } from '../output/failures.js';
import { formatInstant } from '../output/format-instant.js';
import { print } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openDatamart } from '../session/open-session.js';

const codes = ['BAD_REQUEST_DATA', 'BAD_REQUEST_FORMAT', 'AUTHORIZATION_ERROR'] as const;

interface ListOptions extends CommonOptions {
  limit: number;
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
      createCommand('list', {
        summary: 'List refused activities with the reasons, the newest first',
        examples: ['tributary refused list --since 2026-11-28', 'tributary refused list -o json'],
        of: 'datamart',
      })
        .addOption(new Option('--code <code>', 'only those with this error').choices(codes))
        .option(
          '--since <time>',
          'only those received since then: a date, or a time as 2026-11-28T14:00Z, or 2h ago as 2h',
          parseTime,
        )
        .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
        .action(list),
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

async function list({ code: error_code, since, ...options }: ListOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const path = { datamart_id };
  const filters = { ...(error_code && { error_code }), ...(since !== undefined && { since }) };
  const refusals = await readPages(
    (page) => listRefusedActivities({ path, query: { ...page, ...filters } }),
    options.limit,
  );
  print(options.output, refusals, () => ({
    headers: ['id', 'received', 'error', 'body'],
    rows: refusals.map(({ id, received_ts, error, body }) => [id, formatInstant(received_ts), error, body]),
  }));
}

async function retry(refused_activity_id: string, file: string | undefined, options: CommonOptions): Promise<void> {
  const activity = file === undefined ? undefined : await readActivity(file);
  const { datamart_id } = await openDatamart(options);
  const body = { action: 'RETRY' as const, ...(activity && { activity }) };
  const { data } = await actOnRefusedActivity({ path: { datamart_id, refused_activity_id }, body });
  print(options.output, data.data, () => ({ rows: [['id', data.data.id]] }));
}

async function readActivity(file: string): Promise<Record<string, unknown>> {
  const read = () => (file === '-' ? text(process.stdin) : readFile(file, 'utf8'));
  const given = await read().catch((error: unknown) => {
    throw new Failure(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  });
  try {
    return parseJson(given) as Record<string, unknown>;
  } catch {
    throw new Failure(`${file} is no JSON`);
  }
}
