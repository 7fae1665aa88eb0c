import type { Command } from 'commander';
import { createCommand, type CommonOptions } from '../commands/create-command.js';
import { readEnvironment } from '../config.js';
import { openDatamart } from '../session/open-session.js';
import { executionNamed } from './execution-name.js';
import { LineErrors } from './read-errors.js';
import { readUploads } from './remembered-uploads.js';
import { reportResult } from './report-result.js';
import { watchExecution } from './watch-execution.js';

export const watchCommand = (): Command =>
  createCommand('watch', {
    summary: 'Watch an import to its end',
    details: 'Without an argument: the latest one that this machine has uploaded.',
    examples: ['tributary import watch', 'tributary import watch 12/34 --errors refused.ndjson'],
    of: 'datamart',
  })
    .argument('[execution]', 'IMPORT/EXECUTION')
    .option('--errors <file>', 'write the refused lines with their reasons to a file, as NDJSON')
    .action(watch);

async function watch(name: string | undefined, options: CommonOptions & { errors?: string }): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  const path = executionNamed(name, datamart_id, readUploads(readEnvironment().uploadsDirectory, Date.now()));
  const errors = await LineErrors.open(options.errors);
  const execution = await watchExecution(path);
  await errors.add(execution);
  await errors.close();
  const { document_import_id } = path;
  reportResult(options.output, { document_import_id, executions: [execution], groups: errors.groups });
}
