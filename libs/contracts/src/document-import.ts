import { z } from 'zod';
import { DocumentType } from './import-messages.js';

export const MimeType = z.enum(['APPLICATION_X_NDJSON', 'TEXT_CSV']);
export type MimeType = z.infer<typeof MimeType>;

/** HIGH runs before MEDIUM, that before LOW. */
export const priorities = ['HIGH', 'MEDIUM', 'LOW'] as const;
export const Priority = z.enum(priorities);
export type Priority = z.infer<typeof Priority>;

/** Document types that a table can hold: one row, one line. */
const tabular: ReadonlySet<DocumentType> = new Set([
  'USER_SEGMENT',
  'USER_PROFILE',
  'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
]);

/** Encodings of the WHATWG standard that Node's TextDecoder does not know; import-worker decodes them itself. */
export const ownEncodings: ReadonlySet<string> = new Set(['iso-8859-16', 'x-user-defined']);

/** Whether the text is a label of the WHATWG Encoding Standard under which bytes can be decoded. */
function isEncoding(label: string): boolean {
  if (ownEncodings.has(label.trim().toLowerCase())) return true;
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}

/** What a client writes: POST and PUT of a document import. */
export const DocumentImportInput = z
  .object({
    document_type: DocumentType,
    mime_type: MimeType,
    encoding: z.string().refine(isEncoding, 'is no label of the WHATWG Encoding Standard').default('utf-8'),
    name: z.string().min(1, 'must not be empty'),
    priority: Priority.default('MEDIUM'),
  })
  .refine(({ document_type, mime_type }) => mime_type !== 'TEXT_CSV' || tabular.has(document_type), {
    path: ['mime_type'],
    message: 'TEXT_CSV is not valid for this document_type',
  });
export type DocumentImportInput = z.infer<typeof DocumentImportInput>;

export interface DocumentImport extends DocumentImportInput {
  id: string;
  datafarm_key: string;
  datamart_id: string;
}

export const ExecutionAction = z.object({ action: z.enum(['CANCEL', 'RETRY']) });
export type ExecutionAction = z.infer<typeof ExecutionAction>;

export type ExecutionStatus = 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED';

/** What a finished execution has done. `total_success + total_failure + total_unprocessed` is `number_of_lines`. */
export interface ExecutionResult {
  total_success: number;
  total_failure: number;
  /** Of a CANCELED execution only: lines that nobody has looked at. */
  total_unprocessed?: number;
  input_file_name: string;
  input_file_uri: string;
  /** null without failures. */
  error_file_uri: string | null;
  possible_issue_on_identifiers: boolean;
  /** The heaviest ten, heaviest first: `{"user_agent_id=x": 42}`. */
  top_identifiers: Record<string, number>;
}

/** Times are epoch milliseconds. */
export interface DocumentImportExecution {
  id: string;
  status: ExecutionStatus;
  creation_date: number;
  start_date: number | null;
  end_date: number | null;
  duration: number | null;
  organisation_id: string;
  user_id: string | null;
  cancel_status: 'REQUESTED' | 'DONE' | null;
  debug: null;
  error: { message: string } | null;
  is_retryable: boolean;
  permalink_uri: string;
  /** Chunks of the file. */
  num_tasks: number;
  completed_tasks: number;
  /** Those of the completed ones in which a line has failed. */
  erroneous_tasks: number;
  retry_count: number;
  job_type: 'DOCUMENT_IMPORT';
  import_mode: 'MANUAL_FILE';
  import_type: null;
  parameters: {
    datamart_id: string;
    document_import_id: string;
    mime_type: MimeType;
    document_type: DocumentType;
    input_file_name: string;
    file_uri: string;
    number_of_lines: number;
    segment_id: null;
  };
  result: ExecutionResult | null;
}

/** Query of the download of a file of an execution. */
export const DataFileQuery = z.object({
  uri: z.string('is required').describe('`input_file_uri` or `error_file_uri` of an execution, as it was answered.'),
});
export type DataFileQuery = z.infer<typeof DataFileQuery>;
