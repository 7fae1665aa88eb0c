import { listActivityAnalyzerFailures, listActivityAnalyzers } from '@tributary/client/generated/sdk.gen';
import type { ActivityAnalyzer, ActivityAnalyzerFailure } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, createGroup, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItems } from '../commands/list-command.js';
import { formatInstant } from '../output/format-instant.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openOrganisation, openSession } from '../session/open-session.js';

const failureColumns = {
  'time (UTC)': ({ ts }: ActivityAnalyzerFailure) => formatInstant(ts),
  activity: ({ activity_id }: ActivityAnalyzerFailure) => activity_id,
  failure: (failure: ActivityAnalyzerFailure) => failure.class,
  status: ({ status }: ActivityAnalyzerFailure) => status,
  attempts: ({ attempts }: ActivityAnalyzerFailure) => attempts,
};

export const analyzerCommand = (): Command =>
  createGroup(
    'analyzer',
    {
      summary: 'List activity analyzers, and the activities that they failed on',
      examples: ['tributary analyzer list', 'tributary analyzer failures 5'],
    },
    [
      listCommand({
        summary: 'List the activity analyzers of the organisation',
        examples: ['tributary analyzer list'],
        of: 'organisation',
        open: async (options) => {
          const { organisation_id } = await openOrganisation(options);
          return (query) => listActivityAnalyzers({ query: { organisation_id, ...query } });
        },
        columns: {
          id: ({ id }: ActivityAnalyzer) => id,
          name: ({ name }: ActivityAnalyzer) => name,
          plugin: ({ group_id, artifact_id, version_value }: ActivityAnalyzer) =>
            `${group_id}/${artifact_id} ${version_value}`,
          'after a failure': ({ error_recovery_strategy }: ActivityAnalyzer) => error_recovery_strategy,
        },
      }),
      createCommand('failures', {
        summary: 'List the last activities that an analyzer failed on, with the reason',
        examples: ['tributary analyzer failures 5 --limit 20'],
      })
        .argument('<analyzer>', 'id of the analyzer, as the list shows it')
        .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
        .action(listFailures),
    ],
  );

async function listFailures(analyzer_id: string, options: CommonOptions & { limit: number }): Promise<void> {
  openSession(options);
  const path = { analyzer_id };
  const failures = await readPages((query) => listActivityAnalyzerFailures({ path, query }), options.limit);
  printItems(options, failures, failureColumns);
}
