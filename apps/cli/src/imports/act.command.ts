import { actOnDocumentImportExecution } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { readEnvironment } from '../config.js';
import { print } from '../output/print.js';
import { openDatamart } from '../session/open-session.js';
import { executionNamed, nameOfExecution } from './execution-name.js';
import { readUploads } from './remembered-uploads.js';

const actions = {
  cancel: { action: 'CANCEL', summary: 'Cancel an import: chunks that are being applied are completed' },
  retry: { action: 'RETRY', summary: 'Run a failed import again, from where it failed' },
} as const;

export const actCommand = (name: keyof typeof actions): Command =>
  createCommand(name, {
    summary: actions[name].summary,
    details: 'Without an argument: the latest one that this machine has uploaded.',
    examples: [`tributary import ${name} 12/34`],
    of: 'datamart',
  })
    .argument('[execution]', 'IMPORT/EXECUTION')
    .action((execution: string | undefined, options: CommonOptions) => act(name, execution, options));

async function act(name: keyof typeof actions, execution: string | undefined, options: CommonOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const path = executionNamed(execution, datamart_id, readUploads(readEnvironment().uploadsDirectory, Date.now()));
  const { action } = actions[name];
  const { data } = await actOnDocumentImportExecution({ path: { ...path }, body: { action } });
  const { status, cancel_status } = data.data;
  print(options.output, data.data, () => ({
    rows: [
      ['execution', nameOfExecution(path)],
      ['status', status],
      ['cancel', cancel_status],
    ],
  }));
}
