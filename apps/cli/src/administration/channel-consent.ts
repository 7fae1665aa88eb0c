import { listRefusedByChoice, previewProcessingSelection } from '@tributary/client/generated/sdk.gen';
import type { RefusedByChoice, SelectionPreview } from '@tributary/client/generated/types.gen';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { listCommand, printItem } from '../lists/list-command.js';
import { openDatamart } from '../session/open-session.js';

const previewColumns = {
  'activities in 7 days': ({ activities_7d }: SelectionPreview) => activities_7d,
  'their people': ({ people_7d }: SelectionPreview) => people_7d,
  'would be refused': ({ would_refuse_7d }: SelectionPreview) => would_refuse_7d,
};

const dayColumns = {
  date: ({ date }: RefusedByChoice) => date,
  processing: ({ processing_id }: RefusedByChoice) => processing_id,
  activities: ({ activities }: RefusedByChoice) => activities,
  people: ({ people }: RefusedByChoice) => people,
};

/** The commands that count refusals of choices on a channel. */
export const consentCommands = (): Command[] => [
  createCommand('preview', {
    summary: 'Count what the selection of a processing would have refused in the last 7 days',
    examples: ['tributary channel preview 8298 7'],
    of: 'datamart',
  })
    .argument('<channel>', 'id of the channel')
    .argument('<processing>', 'id of the processing')
    .action(preview),
  listCommand({
    name: 'refused',
    summary: 'List what choices have refused, by day and processing',
    examples: ['tributary channel refused 8298'],
    of: 'datamart',
    takes: (command) => command.argument('<channel>', 'id of the channel'),
    read: ({ datamart_id }, page, _options, channel_id = '') =>
      listRefusedByChoice({ path: { channel_id }, query: { datamart_id, ...page } }),
    columns: dayColumns,
  }),
];

async function preview(channel_id: string, processing_id: string, options: CommonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const { data } = await previewProcessingSelection({ path: { channel_id }, query: { datamart_id, processing_id } });
  printItem(options, data.data, previewColumns);
}
