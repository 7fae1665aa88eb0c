import {
  DataFileQuery,
  DocumentImport,
  DocumentImportExecution,
  DocumentImportInput,
  ExecutionAction,
} from '@tributary/contracts/document-import';
import { ListQuery } from '@tributary/contracts/list-query';
import { z } from 'zod';
import { gone, json, one, page, type Answer, type Content, type Section } from './operation.js';

const imports = '/datamarts/:datamart_id/document_imports';
const executions = `${imports}/:document_import_id/executions`;

const anImport = json(DocumentImportInput, {
  activities: { document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON', encoding: 'utf-8', name: 'Visits' },
  segments_in_a_table: {
    document_type: 'USER_SEGMENT',
    mime_type: 'TEXT_CSV',
    encoding: 'utf-8',
    name: 'Buyers',
    priority: 'HIGH',
  },
});

const anActivity =
  '{"$type":"SITE_VISIT","$site_id":"8298","$user_identifiers":[{"$type":"USER_AGENT","$user_agent_id":"web:1:0b4c2f1e"}]}';

const files: Content = {
  'application/x-ndjson': { schema: z.string(), examples: { one_activity_per_line: `${anActivity}\n${anActivity}\n` } },
  'text/csv': {
    schema: z.string(),
    examples: { a_segment_per_row: 'operation,user_agent_id,segment_id\nUPDATE,web:1:0b4c2f1e,buyers\n' },
  },
  'multipart/form-data': {
    schema: z.object({ file: z.string().meta({ contentMediaType: 'application/octet-stream' }) }),
  },
};

const text = z.string();
const file: Answer = {
  description: "The file, with its own content type: the input's, or NDJSON for failures.",
  content: { 'application/x-ndjson': { schema: text }, 'text/csv': { schema: text } },
};

export const documentImports: Section = {
  tag: 'Document imports',
  description: 'Files of lines (NDJSON) or rows (CSV), each of which takes effect exactly once.',
  operations: {
    [`GET ${imports}`]: {
      operationId: 'listDocumentImports',
      summary: 'List the imports of a datamart',
      query: ListQuery,
      answer: page(DocumentImport, 'A page of imports.'),
    },
    [`POST ${imports}`]: {
      operationId: 'createDocumentImport',
      summary: 'Say what the files of an import are',
      body: anImport,
      answer: one(DocumentImport, 'The new import.'),
    },
    [`GET ${imports}/:document_import_id`]: {
      operationId: 'getDocumentImport',
      summary: 'Read an import',
      answer: one(DocumentImport, 'The import.'),
    },
    [`PUT ${imports}/:document_import_id`]: {
      operationId: 'updateDocumentImport',
      summary: 'Change an import',
      description: 'Later executions are meant; those that are there go on as they began.',
      body: anImport,
      answer: one(DocumentImport, 'The import as it is now.'),
    },
    [`DELETE ${imports}/:document_import_id`]: {
      operationId: 'deleteDocumentImport',
      summary: 'Delete an import',
      description: 'With its executions and their files. What has been applied stays.',
      answer: gone,
    },
    [`GET ${executions}`]: {
      operationId: 'listDocumentImportExecutions',
      summary: 'List the executions of an import',
      description: 'The newest first.',
      query: ListQuery,
      answer: page(DocumentImportExecution, 'A page of executions.'),
    },
    [`POST ${executions}`]: {
      operationId: 'createDocumentImportExecution',
      summary: 'Send a file',
      description:
        'The body is the file, streamed, with the content type that the import says, or a form with the part `file`. ' +
        'Its size is limited by configuration, 2 GiB by default.',
      body: files,
      answer: one(DocumentImportExecution, 'The execution, PENDING.'),
    },
    [`GET ${executions}/:execution_id`]: {
      operationId: 'getDocumentImportExecution',
      summary: 'Ask how far an execution is',
      description: '`completed_tasks` of `num_tasks` moves while it is RUNNING.',
      answer: one(DocumentImportExecution, 'The execution.'),
    },
    [`GET ${executions}/:execution_id/events`]: {
      operationId: 'followDocumentImportExecution',
      summary: 'Follow an execution',
      description: 'Server-Sent Events of the type `execution`: its state now, each change, and nothing after its end.',
      answer: {
        description: 'Events whose data is a DocumentImportExecution in JSON.',
        content: { 'text/event-stream': { schema: text } },
      },
    },
    [`POST ${executions}/:execution_id/action`]: {
      operationId: 'actOnDocumentImportExecution',
      summary: 'Cancel or retry an execution',
      body: json(ExecutionAction, { cancel: { action: 'CANCEL' } }),
      answer: one(DocumentImportExecution, 'The execution as it is now.'),
      errors: {
        CONSTRAINT_VIOLATION_EXCEPTION: 'CANCEL after the end; RETRY of anything but a FAILED one that is retryable',
      },
    },
    'GET /data_file/data': {
      operationId: 'downloadDataFile',
      summary: 'Download the file or the failures of an execution',
      query: DataFileQuery,
      answer: file,
      errors: { RESOURCE_NOT_FOUND: 'no such file, or one of a datamart that the caller has no role in' },
    },
  },
};
