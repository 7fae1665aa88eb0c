import { listDocumentImportExecutions, listDocumentImports } from '@tributary/client/generated/sdk.gen';
import type { Command } from 'commander';
import { createCommand, positiveInteger, type CommonOptions } from '../commands/create-command.js';
import { printItems } from '../lists/list-command.js';
import { formatInstant } from '../output/print.js';
import { defaultLimit, readPages } from '../requests/read-pages.js';
import { openDatamart } from '../session/open-session.js';
import { nameOfExecution } from './execution-name.js';

interface ListOptions extends CommonOptions {
  limit: number;
}

export const listCommand = (): Command =>
  createCommand('list', {
    summary: 'List imports, or the executions of one',
    examples: ['tributary import list', 'tributary import list 12'],
    of: 'datamart',
  })
    .argument('[import]', 'id of an import, to list its executions')
    .option('--limit <number>', 'the most that are listed', positiveInteger, defaultLimit)
    .action(list);

async function list(document_import_id: string | undefined, options: ListOptions): Promise<void> {
  const { datamart_id } = await openDatamart(options);
  if (document_import_id === undefined) await listImports(datamart_id, options);
  else await listExecutions({ datamart_id, document_import_id }, options);
}

async function listImports(datamart_id: string, options: ListOptions): Promise<void> {
  const imports = await readPages((query) => listDocumentImports({ path: { datamart_id }, query }), options.limit);
  printItems(options, imports, {
    id: ({ id }) => id,
    name: ({ name }) => name,
    type: ({ document_type }) => document_type,
    format: ({ mime_type }) => mime_type,
    priority: ({ priority }) => priority,
  });
}

type ImportPath = { datamart_id: string; document_import_id: string };

async function listExecutions(path: ImportPath, options: ListOptions): Promise<void> {
  const executions = await readPages((query) => listDocumentImportExecutions({ path, query }), options.limit);
  const { document_import_id } = path;
  printItems(options, executions, {
    execution: ({ id }) => nameOfExecution({ document_import_id, execution_id: id }),
    status: ({ status }) => status,
    success: ({ result }) => result?.total_success,
    refused: ({ result }) => result?.total_failure,
    'created (UTC)': ({ creation_date }) => formatInstant(creation_date),
  });
}
