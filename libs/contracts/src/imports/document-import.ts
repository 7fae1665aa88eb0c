import { TextDecoder } from '@exodus/bytes/encoding.js';
import { z } from 'zod';
import { priorities } from '../rules/resources/choices.js';
import { Count, EpochMs } from '../values/epoch-ms.js';
import { Title } from '../values/name.js';
import { DocumentType } from './import-messages.js';
import { isTabular } from './import-templates.js';

export const MimeType = z.enum(['APPLICATION_X_NDJSON', 'TEXT_CSV']);
export type MimeType = z.infer<typeof MimeType>;

export const contentTypes: Readonly<Record<MimeType, string>> = {
  APPLICATION_X_NDJSON: 'application/x-ndjson',
  TEXT_CSV: 'text/csv',
};

export const Priority = z.enum(priorities);
export type Priority = z.infer<typeof Priority>;

/** Whether the text is a label of the WHATWG Encoding Standard that can be decoded. */
function isEncoding(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** Body of POST and PUT of a document import. */
export const DocumentImportInput = z
  .object({
    document_type: DocumentType,
    mime_type: MimeType.describe('TEXT_CSV only for segments, profiles and associations.'),
    encoding: z
      .string()
      .refine(isEncoding, 'is no label of the WHATWG Encoding Standard')
      .default('utf-8')
      .describe('Encoding of the files: a label of the WHATWG Encoding Standard.'),
    name: Title,
    priority: Priority.default('MEDIUM').describe(
      'HIGH runs before MEDIUM, and MEDIUM before LOW, among the imports of one organisation.',
    ),
  })
  .refine(({ document_type, mime_type }) => mime_type !== 'TEXT_CSV' || isTabular(document_type), {
    path: ['mime_type'],
    message: 'TEXT_CSV is not valid for this document_type',
  });
export type DocumentImportInput = z.infer<typeof DocumentImportInput>;

/** The definition of an import: the kind of files that its executions process. */
export const DocumentImport = z.object({
  id: z.string(),
  datafarm_key: z.string().describe('Where its data is stored.'),
  datamart_id: z.string(),
  document_type: DocumentType,
  mime_type: MimeType,
  encoding: z.string(),
  name: z.string(),
  priority: Priority,
});
export type DocumentImport = z.infer<typeof DocumentImport>;

/** Query of a template. */
export const ImportTemplateQuery = z.object({
  mime_type: MimeType.default('APPLICATION_X_NDJSON').describe(
    'TEXT_CSV only for segments, profiles and associations.',
  ),
});
export type ImportTemplateQuery = z.infer<typeof ImportTemplateQuery>;

/** Headers of an upload. */
export const UploadHeaders = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
    .optional()
    .meta({ example: 'visits-of-2026-11-22' })
    .describe('For 7 days, uploads of this import with the same key are one execution.'),
});

export const ExecutionAction = z.object({ action: z.enum(['CANCEL', 'RETRY']) });
export type ExecutionAction = z.infer<typeof ExecutionAction>;

export const ExecutionStatus = z.enum(['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED']);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/** The result of a finished execution. `total_success + total_failure + total_unprocessed` is `number_of_lines`. */
export const ExecutionResult = z.object({
  total_success: Count,
  total_failure: Count,
  total_refused_by_choice: Count.optional().describe(
    'Only of USER_ACTIVITY: successful lines that were not stored, because a choice of their person refuses them.',
  ),
  total_unprocessed: Count.optional().describe('Only of a CANCELED execution: lines that were not processed.'),
  input_file_name: z.string(),
  input_file_uri: z.string().describe('For `GET /data_file/data`.'),
  error_file_uri: z
    .string()
    .nullable()
    .describe('For `GET /data_file/data`: one JSON line for each failed line; null without failures.'),
  possible_issue_on_identifiers: z
    .boolean()
    .describe('Whether one identifier is on more than 1 % of at least 1,000 lines.'),
  top_identifiers: z
    .record(z.string(), Count)
    .describe('The ten most frequent identifiers, with their numbers of lines: `{"user_agent_id=x": 42}`.'),
  possible_issue_on_times: z
    .boolean()
    .describe('Whether more than 1 % of the lines have a time before the year 2000: seconds in place of milliseconds.'),
  ignored_fields: z
    .record(z.string(), Count)
    .describe('The ten most frequent fields that lines of this type do not have, with their numbers of lines.'),
});
export type ExecutionResult = z.infer<typeof ExecutionResult>;

const ExecutionParameters = z.object({
  datamart_id: z.string(),
  document_import_id: z.string(),
  mime_type: MimeType,
  document_type: DocumentType,
  input_file_name: z.string(),
  file_uri: z.string().describe('For `GET /data_file/data`.'),
  number_of_lines: Count.describe('Records; blank lines and CSV headers do not count.'),
  segment_id: z.null(),
});

/** The processing of one file of an import. */
export const DocumentImportExecution = z.object({
  id: z.string(),
  status: ExecutionStatus,
  creation_date: EpochMs.describe('Epoch milliseconds.'),
  start_date: EpochMs.nullable().describe('Epoch milliseconds; null until it starts.'),
  end_date: EpochMs.nullable().describe('Epoch milliseconds; null until it ends.'),
  duration: Count.nullable().describe('Milliseconds from start to end; null until it ends.'),
  organisation_id: z.string(),
  user_id: z.string().nullable(),
  cancel_status: z.enum(['REQUESTED', 'DONE']).nullable(),
  debug: z.null(),
  error: z.object({ message: z.string() }).nullable().describe('Why the whole file could not be processed.'),
  is_retryable: z.boolean().describe('Whether RETRY may succeed for a FAILED execution.'),
  permalink_uri: z.string(),
  num_tasks: Count.describe('Number of chunks of the file.'),
  completed_tasks: Count,
  erroneous_tasks: Count.describe('Completed tasks with a failed line.'),
  retry_count: Count,
  job_type: z.literal('DOCUMENT_IMPORT'),
  import_mode: z.literal('MANUAL_FILE'),
  import_type: z.null(),
  parameters: ExecutionParameters,
  result: ExecutionResult.nullable().describe('null until it ends.'),
});
export type DocumentImportExecution = z.infer<typeof DocumentImportExecution>;

/** Query of the download of an execution's file. */
export const DataFileQuery = z.object({
  uri: z.string('is required').describe('`input_file_uri` or `error_file_uri` of an execution.'),
});
export type DataFileQuery = z.infer<typeof DataFileQuery>;
