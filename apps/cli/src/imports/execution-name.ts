import type { ExecutionPath } from '@tributary/client/imports/follow-execution';
import { UsageProblem } from '../output/failures.js';
import type { RememberedUpload } from './remembered-uploads.js';

/** Import and execution as one word: `12/34`. */
export const nameOfExecution = ({ document_import_id, execution_id }: Omit<ExecutionPath, 'datamart_id'>): string =>
  `${document_import_id}/${execution_id}`;

/** @param uploads those of this machine, the latest last: without a name, its latest execution is meant */
export function executionNamed(
  name: string | undefined,
  datamart_id: string,
  uploads: readonly RememberedUpload[],
): ExecutionPath {
  if (name === undefined) return latestExecution(datamart_id, uploads);
  const [, document_import_id, execution_id] = /^([^/]+)\/([^/]+)$/.exec(name) ?? [];
  if (document_import_id === undefined || execution_id === undefined)
    throw new UsageProblem(`"${name}" is no execution: write IMPORT/EXECUTION, as tributary import list shows it`);
  return { datamart_id, document_import_id, execution_id };
}

function latestExecution(datamart_id: string, uploads: readonly RememberedUpload[]): ExecutionPath {
  for (const { document_import_id, executions, ...upload } of uploads.toReversed()) {
    const execution_id = Object.values(executions).at(-1);
    if (upload.datamart_id === datamart_id && execution_id !== undefined)
      return { datamart_id, document_import_id, execution_id };
  }
  throw new UsageProblem('no import of this machine is open: name one as IMPORT/EXECUTION (tributary import list)');
}
