import { expect } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { requestsOf, type ExampleRequest } from './example-requests.js';
import { client } from './openapi-fixture.js';

/** Creates the import and uploads the example file with its content type. */
export async function importFile(creation: ExampleRequest | undefined, type: string): Promise<void> {
  if (!creation) throw new Error('the document lacks an example of this kind of import');
  await client.succeed(creation, 'document_import_id');
  const files = requestsOf(client.api.operation('createDocumentImportExecution'), client.known);
  const file = files.find(({ headers }) => headers['content-type'] === type);
  if (!file) throw new Error(`the document lacks an example of ${type}`);
  await execute(file);
}

export async function execute(file: ExampleRequest): Promise<void> {
  await client.succeed(file, 'execution_id');
  await eventually(hasEnded);
}

async function hasEnded(): Promise<void> {
  const { text } = await client.succeed(client.request('getDocumentImportExecution'));
  const { data } = JSON.parse(text) as {
    data: { status: string; result: { error_file_uri: string; input_file_uri: string } };
  };
  expect(data.status).toBe('SUCCEEDED');
  client.known['?uri'] = data.result.error_file_uri ?? data.result.input_file_uri;
}
