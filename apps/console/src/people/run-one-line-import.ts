import {
  createDocumentImport,
  createDocumentImportExecution,
  downloadDataFile,
  getDocumentImportExecution,
} from '@tributary/client/generated/sdk.gen';
import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import type { DeclaredIdentifier } from './selectors.js';

const pollEveryMs = 400;

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
 * @throws RequestFailure
 */
export async function dissociate(datamart_id: string, identifiers: readonly DeclaredIdentifier[]): Promise<RunLine> {
  const { data: created } = await createDocumentImport({
    path: { datamart_id },
    body: {
      document_type: 'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
      mime_type: 'APPLICATION_X_NDJSON',
      encoding: 'utf-8',
      name: 'Dissociation in the console',
      priority: 'HIGH',
    },
  });
  const document_import_id = created.data.id;
  const { data: started } = await createDocumentImportExecution({
    path: { datamart_id, document_import_id },
    body: `${JSON.stringify({ identifiers })}\n`,
    // The client would write the text as JSON once more.
    bodySerializer: null,
  });
  const path = { datamart_id, document_import_id, execution_id: started.data.id };
  const execution = await ended(path);
  const uri = execution.result?.error_file_uri;
  const error = uri ? errorOf(await errorFile(uri)) : execution.error?.message;
  return { document_import_id, execution, ...(error !== undefined && { error }) };
}

async function ended(path: {
  datamart_id: string;
  document_import_id: string;
  execution_id: string;
}): Promise<DocumentImportExecution> {
  for (;;) {
    const { data } = await getDocumentImportExecution({ path });
    if (!['PENDING', 'RUNNING'].includes(data.data.status)) return data.data;
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
  }
}

async function errorFile(uri: string): Promise<string> {
  const { data } = await downloadDataFile({ query: { uri }, parseAs: 'text' });
  return String(data);
}

/** The `error` of the first line of an error file. */
export function errorOf(file: string): string {
  const [line = ''] = file.split('\n', 1);
  try {
    const { error } = JSON.parse(line) as { error?: unknown };
    return typeof error === 'string' ? error : line;
  } catch {
    return line;
  }
}
