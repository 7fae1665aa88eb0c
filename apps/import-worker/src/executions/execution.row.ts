import type { DocumentImportExecution, ExecutionResult, MimeType } from '@tributary/contracts/imports/document-import';
import type { DocumentType } from '@tributary/contracts/imports/import-messages';
import { heaviestOf, noHitters, type HeavyHitters } from '../chunks/heavy-hitters.js';
import { dataFileUri } from './data-file-uri.js';

/** Columns of `executions` for the resource. A bigint is read as a number, unless it is an id. */
export const executionColumns = `id, datamart_id, document_import_id, organisation_id, user_id, status, cancel_status,
  creation_date::float8, start_date::float8, end_date::float8, error, is_retryable, retry_count,
  document_type, mime_type, input_file_name, number_of_lines::float8, num_tasks, completed_tasks, erroneous_tasks,
  total_success::float8, total_failure::float8, total_refused_by_choice::float8,
  error_key is not null as has_error_file,
  top_identifiers, possible_issue_on_identifiers, ignored_fields, early_lines::float8`;

type Same = 'id' | 'status' | 'cancel_status' | 'creation_date' | 'start_date' | 'end_date' | 'organisation_id';
type AlsoSame = 'user_id' | 'is_retryable' | 'retry_count' | 'num_tasks' | 'completed_tasks' | 'erroneous_tasks';

export interface ExecutionRow extends Pick<DocumentImportExecution, Same | AlsoSame> {
  datamart_id: string;
  document_import_id: string;
  error: string | null;
  document_type: DocumentType;
  mime_type: MimeType;
  input_file_name: string;
  number_of_lines: number;
  total_success: number;
  total_failure: number;
  total_refused_by_choice: number;
  has_error_file: boolean;
  top_identifiers: Record<string, number> | null;
  possible_issue_on_identifiers: boolean | null;
  ignored_fields: HeavyHitters | null;
  early_lines: number;
}

/** Share of the lines from which a finding is a possible issue. */
const issueShare = 0.01;

export function toExecution(row: ExecutionRow): DocumentImportExecution {
  const { id, datamart_id, document_import_id, start_date, end_date } = row;
  return {
    id,
    status: row.status,
    creation_date: row.creation_date,
    start_date,
    end_date,
    duration: start_date === null || end_date === null ? null : end_date - start_date,
    organisation_id: row.organisation_id,
    user_id: row.user_id,
    cancel_status: row.cancel_status,
    debug: null,
    error: row.error === null ? null : { message: row.error },
    is_retryable: row.is_retryable,
    permalink_uri: `/v1/datamarts/${datamart_id}/document_imports/${document_import_id}/executions/${id}`,
    num_tasks: row.num_tasks,
    completed_tasks: row.completed_tasks,
    erroneous_tasks: row.erroneous_tasks,
    retry_count: row.retry_count,
    job_type: 'DOCUMENT_IMPORT',
    import_mode: 'MANUAL_FILE',
    import_type: null,
    parameters: parametersOf(row),
    result: row.status === 'SUCCEEDED' || row.status === 'CANCELED' ? resultOf(row) : null,
  };
}

const inputUri = ({ id }: ExecutionRow) => dataFileUri({ execution_id: id, kind: 'input' });

function parametersOf(row: ExecutionRow): DocumentImportExecution['parameters'] {
  const { datamart_id, document_import_id, mime_type, document_type, input_file_name, number_of_lines } = row;
  return {
    datamart_id,
    document_import_id,
    mime_type,
    document_type,
    input_file_name,
    file_uri: inputUri(row),
    number_of_lines,
    segment_id: null,
  };
}

function resultOf(row: ExecutionRow): ExecutionResult {
  const { id, total_success, total_failure } = row;
  const total_unprocessed = row.number_of_lines - total_success - total_failure;
  return {
    total_success,
    total_failure,
    ...(row.document_type === 'USER_ACTIVITY' && { total_refused_by_choice: row.total_refused_by_choice }),
    ...(row.status === 'CANCELED' && { total_unprocessed }),
    input_file_name: row.input_file_name,
    input_file_uri: inputUri(row),
    error_file_uri: row.has_error_file ? dataFileUri({ execution_id: id, kind: 'errors' }) : null,
    possible_issue_on_identifiers: row.possible_issue_on_identifiers ?? false,
    top_identifiers: row.top_identifiers ?? {},
    possible_issue_on_times: row.early_lines > row.number_of_lines * issueShare,
    ignored_fields: Object.fromEntries(heaviestOf(row.ignored_fields ?? noHitters)),
  };
}
