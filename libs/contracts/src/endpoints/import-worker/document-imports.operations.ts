import {
  DataFileQuery,
  DocumentImport,
  DocumentImportExecution,
  DocumentImportInput,
  ExecutionAction,
  ImportTemplateQuery,
  UploadHeaders,
} from '../../imports/document-import.js';
import { DocumentType } from '../../imports/import-messages.js';
import { isTabular, templateLines, templateRows } from '../../imports/import-templates.js';
import { ListQuery } from '../../list-query.js';
import { z } from 'zod';
import {
  del,
  deleted,
  get,
  json,
  one,
  page,
  post,
  put,
  type Answer,
  type Content,
  type Section,
} from '../operation.js';

const imports = '/datamarts/:datamart_id/document_imports';
const executions = `${imports}/:document_import_id/executions`;

const anImport = json(DocumentImportInput, {
  activities: { document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON', encoding: 'utf-8', name: 'Visits' },
  segments_as_csv: {
    document_type: 'USER_SEGMENT',
    mime_type: 'TEXT_CSV',
    encoding: 'utf-8',
    name: 'Buyers',
    priority: 'HIGH',
  },
});

const types = DocumentType.options;
const lines = Object.fromEntries(types.map((type) => [type.toLowerCase(), templateLines(type)]));
const rows = Object.fromEntries(types.filter(isTabular).map((type) => [type.toLowerCase(), templateRows(type)]));

const files: Content = {
  'application/x-ndjson': { schema: z.string(), examples: lines },
  'text/csv': { schema: z.string(), examples: rows },
  'multipart/form-data': {
    schema: z.object({ file: z.string().meta({ contentMediaType: 'application/octet-stream' }) }),
  },
};

const text = z.string();
const file: Answer = {
  description: 'The file. The input has the content type of the import; failures are NDJSON.',
  content: { 'application/x-ndjson': { schema: text }, 'text/csv': { schema: text } },
};

const template: Answer = {
  description: 'A file of the type and format, as an upload takes it.',
  content: { 'application/x-ndjson': { schema: text, examples: lines }, 'text/csv': { schema: text, examples: rows } },
};

export const documentImports = {
  tag: 'Document imports',
  owner: 'import-worker',
  description: 'Import of NDJSON and CSV files. Each line or row takes effect exactly once.',
  operations: {
    listDocumentImports: get(imports, 'READER', {
      summary: 'List the imports of a datamart',
      query: ListQuery,
      answer: page(DocumentImport, 'A page of imports.'),
    }),
    createDocumentImport: post(imports, 'EDITOR', {
      summary: 'Create an import',
      body: anImport,
      answer: one(DocumentImport, 'The new import.'),
    }),
    getDocumentImport: get(`${imports}/:document_import_id`, 'READER', {
      summary: 'Read an import',
      answer: one(DocumentImport, 'The import.'),
    }),
    updateDocumentImport: put(`${imports}/:document_import_id`, 'EDITOR', {
      summary: 'Change an import',
      description: 'Applies to later executions. Existing executions continue unchanged.',
      body: anImport,
      answer: one(DocumentImport, 'The updated import.'),
    }),
    deleteDocumentImport: del(`${imports}/:document_import_id`, 'EDITOR', {
      summary: 'Delete an import',
      description: 'Deletes its executions and their files. Data that was applied stays.',
      answer: deleted,
    }),
    listDocumentImportExecutions: get(executions, 'READER', {
      summary: 'List the executions of an import',
      description: 'Newest first.',
      query: ListQuery,
      answer: page(DocumentImportExecution, 'A page of executions.'),
    }),
    createDocumentImportExecution: post(executions, 'EDITOR', {
      streamsBody: true,
      summary: 'Upload a file and start an execution',
      description:
        'The body is the file, streamed, with the content type of the import, or a form with the part `file`. ' +
        'The size limit is configurable and 2 GiB by default. After a 503 or a lost answer, send the file again with the ' +
        'same `Idempotency-Key`: its lines take effect once. If the first upload has created an execution, the answer is ' +
        'that execution as it is now, also if it has FAILED or was CANCELED, with the header `Idempotent-Replay: true`; ' +
        'the body is ignored. While the first ' +
        'upload is in progress, the answer is 503. Without a key each upload is a new execution.',
      headers: UploadHeaders,
      body: files,
      answer: one(
        DocumentImportExecution,
        'The new execution, in status PENDING. With an `Idempotency-Key` that was sent before: its execution.',
      ),
    }),
    getDocumentImportExecution: get(`${executions}/:execution_id`, 'READER', {
      summary: 'Read an execution',
      description: 'While it is RUNNING, `completed_tasks` grows towards `num_tasks`.',
      answer: one(DocumentImportExecution, 'The execution.'),
    }),
    followDocumentImportExecution: get(`${executions}/:execution_id/events`, 'READER', {
      summary: 'Follow an execution',
      description:
        'Server-Sent Events of type `execution`: the current state, then each change, until the execution ends. The ' +
        'stream also ends after an hour, and when the caller loses the token or the role. A caller may have 20 open; ' +
        'more are answered 503.',
      answer: {
        description: 'Events whose data is a DocumentImportExecution as JSON.',
        content: { 'text/event-stream': { schema: text } },
      },
    }),
    actOnDocumentImportExecution: post(`${executions}/:execution_id/action`, 'EDITOR', {
      summary: 'Cancel or retry an execution',
      body: json(ExecutionAction, { cancel: { action: 'CANCEL' } }),
      answer: one(DocumentImportExecution, 'The updated execution.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION:
          'CANCEL of an execution that has ended, or RETRY of one that is not FAILED and retryable',
      },
    }),
    getDocumentImportTemplate: get('/document_imports/templates/:document_type', 'READER', {
      namesNoDatamart: true,
      summary: 'Download a template of a file',
      description: 'Lines or rows of each operation and kind of identifier, for any datamart.',
      query: ImportTemplateQuery,
      answer: template,
    }),
    downloadDataFile: get('/data_file/data', 'READER', {
      namesNoDatamart: true,
      worker: 'data_file',
      summary: 'Download the file or the failures of an execution',
      query: DataFileQuery,
      answer: file,
      errors: {
        RESOURCE_NOT_FOUND: 'the file does not exist, or belongs to a datamart that the caller has no role in',
      },
    }),
  },
} satisfies Section;
