import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Client, Resource } from './client.js';

export type Execution = Resource & { status: string; creation_date: number; result: Record<string, unknown> | null };

export interface ImportedFile {
  document_type: string;
  mime_type: 'TEXT_CSV' | 'APPLICATION_X_NDJSON';
  /** The header of the upload. */
  content_type: string;
  file: string;
}

export const importTimeout = { within: 180_000, every: 100 };

/** Imports the file and waits until the execution has succeeded. */
export async function importFile(
  client: Client,
  datamart: string,
  { document_type, mime_type, content_type, file }: ImportedFile,
): Promise<Execution> {
  const imports = `${datamart}/document_imports`;
  const { id } = await client.post(imports, { document_type, mime_type, encoding: 'utf-8', name: 'e2e' });
  const headers = { 'content-type': content_type };
  // Until import-worker knows a new datamart it answers 503, which creates nothing.
  const execution = await eventually(() => client.post<Execution>(`${imports}/${id}/executions`, file, headers));
  expect(execution).toMatchObject({ status: 'PENDING', result: null, job_type: 'DOCUMENT_IMPORT' });
  return eventually(async () => {
    const now = await client.get<Execution>(`${imports}/${id}/executions/${execution.id}`);
    expect(now.status).toBe('SUCCEEDED');
    return now;
  }, importTimeout);
}
