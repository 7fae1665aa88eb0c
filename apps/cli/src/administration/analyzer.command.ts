import { listActivityAnalyzerFailures, listActivityAnalyzers } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createGroup } from '../commands/create-command.js';
import { listCommand } from '../lists/list-command.js';
import { formatInstant } from '../output/print.js';

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
        read: ({ organisation_id }, query) => listActivityAnalyzers({ query: { organisation_id, ...query } }),
        columns: {
          id: ({ id }) => id,
          name: ({ name }) => name,
          plugin: ({ group_id, artifact_id, version_value }) => `${group_id}/${artifact_id} ${version_value}`,
          'after a failure': ({ error_recovery_strategy }) => error_recovery_strategy,
        },
      }),
      listCommand({
        name: 'failures',
        summary: 'List the last activities that an analyzer failed on, with the reason',
        examples: ['tributary analyzer failures 5 --limit 20'],
        takes: (command) => command.argument('<analyzer>', 'id of the analyzer, as the list shows it'),
        read: (_session, query, _options, analyzer_id = '') =>
          listActivityAnalyzerFailures({ path: { analyzer_id }, query }),
        columns: {
          'time (UTC)': ({ ts }) => formatInstant(ts),
          activity: ({ activity_id }) => activity_id,
          failure: (failure) => failure.class,
          status: ({ status }) => status,
          attempts: ({ attempts }) => attempts,
        },
      }),
    ],
  );
