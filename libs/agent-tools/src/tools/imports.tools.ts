import {
  downloadDataFile,
  getDocumentImportExecution,
  listDocumentImportExecutions,
  listDocumentImports,
} from '@tributary/client/generated/sdk.gen';
import { FailureGroups } from '@tributary/client/imports/group-failures';
import { readFailures } from '@tributary/client/imports/read-failures';
import { z } from 'zod';
import { defineTool, limit, numericId } from './tool.js';

export const listImports = defineTool({
  name: 'list_imports',
  title: 'List imports',
  description:
    'Imports of files, or with `import_id` the executions of one with how many lines were stored and refused.',
  input: z.object({ import_id: numericId.optional(), limit: limit(50) }),
  async run({ import_id, limit: max_results }, { client, datamart_id }) {
    const query = { max_results };
    const { data } =
      import_id === undefined
        ? await listDocumentImports({ client, path: { datamart_id }, query })
        : await listDocumentImportExecutions({ client, path: { datamart_id, document_import_id: import_id }, query });
    return { total: data.total, elements: data.data };
  },
});

/** How much of the file of failures is read. The execution has counted all of them. */
const mostBytes = 1_000_000;

export const showImportResult = defineTool({
  name: 'show_import_result',
  title: 'Show the result of an import',
  description: 'An execution with its status and counts, and its refused lines by reason with examples.',
  input: z.object({ import_id: numericId, execution_id: numericId }),
  async run({ import_id: document_import_id, execution_id }, { client, datamart_id }) {
    const path = { datamart_id, document_import_id, execution_id };
    const { data } = await getDocumentImportExecution({ client, path });
    const execution = data.data;
    const uri = execution.result?.error_file_uri;
    const groups = new FailureGroups();
    if (uri) {
      const { data: file } = await downloadDataFile({ client, query: { uri }, parseAs: 'stream' });
      const body = file as unknown as ReadableStream<Uint8Array<ArrayBuffer>>;
      await readFailures(body, mostBytes, (failures) => groups.add(failures));
    }
    return {
      ...execution,
      refused: groups
        .list()
        .slice(0, 20)
        .map((group) => ({ ...group, examples: group.examples.slice(0, 3) })),
    };
  },
});
