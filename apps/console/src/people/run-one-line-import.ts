import { downloadDataFile } from '@tributary/client/generated/sdk.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { runImport } from '../imports/execution/run-import.js';
import type { DeclaredIdentifier } from '@tributary/client/people/selectors';

const settings = {
  document_type: 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
  mime_type: 'APPLICATION_X_NDJSON',
  encoding: 'utf-8',
  name: 'Dissociation in the console',
  priority: 'HIGH',
} as const;

export interface RunLine {
  document_import_id: string;
  execution: DocumentImportExecution;
  /** Why the line was not applied. */
  error?: string;
}

/**
 * Takes identifiers away from the person of the first one: a file of one line, followed until it has ended. The import stays
 * in the list of imports.
 *
 * @param signal ends the following, not the import
 * @throws RequestFailure
 */
export async function dissociate(
  datamart_id: string,
  identifiers: readonly DeclaredIdentifier[],
  signal: AbortSignal,
): Promise<RunLine> {
  const { document_import_id, execution } = await runImport(
    { datamart_id, settings, lines: `${JSON.stringify({ identifiers })}\n` },
    { signal },
  );
  const uri = execution.result?.error_file_uri;
  const error = uri ? errorOf(await errorFile(uri)) : execution.error?.message;
  return { document_import_id, execution, ...(error !== undefined && { error }) };
}

async function errorFile(uri: string): Promise<string> {
  const { data } = await downloadDataFile({ query: { uri }, parseAs: 'text' });
  return String(data);
}

/** The `error` of the first line of an error file. */
function errorOf(file: string): string {
  const [line = ''] = file.split('\n', 1);
  try {
    const { error } = JSON.parse(line) as { error?: unknown };
    return typeof error === 'string' ? error : line;
  } catch {
    return line;
  }
}
