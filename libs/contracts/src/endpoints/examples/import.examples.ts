import { DocumentImport, DocumentImportExecution } from '../../imports/document-import.js';
import type { z } from 'zod';

const kind = { document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON' };
const input_uri = 'tributary://document_import_executions/12/input';

const execution = {
  id: '12',
  status: 'SUCCEEDED',
  creation_date: 1_795_261_991_709,
  start_date: 1_795_261_991_850,
  end_date: 1_795_261_993_020,
  duration: 1_170,
  organisation_id: '1',
  user_id: '7',
  cancel_status: null,
  debug: null,
  error: null,
  is_retryable: false,
  permalink_uri: '/v1/datamarts/1/document_imports/17/executions/12',
  num_tasks: 1,
  completed_tasks: 1,
  erroneous_tasks: 1,
  retry_count: 0,
  job_type: 'DOCUMENT_IMPORT',
  import_mode: 'MANUAL_FILE',
  import_type: null,
  parameters: {
    datamart_id: '1',
    document_import_id: '17',
    ...kind,
    input_file_name: 'visits.ndjson',
    file_uri: input_uri,
    number_of_lines: 1_000,
    segment_id: null,
  },
  result: {
    total_success: 999,
    total_refused_by_choice: 0,
    total_failure: 1,
    input_file_name: 'visits.ndjson',
    input_file_uri: input_uri,
    error_file_uri: 'tributary://document_import_executions/12/errors',
    possible_issue_on_identifiers: false,
    top_identifiers: { 'user_agent_id=web:1:0b4c2f1e': 4 },
    possible_issue_on_times: false,
    ignored_fields: {},
  },
};

export const importExamples: [z.ZodType, unknown][] = [
  [
    DocumentImport,
    {
      id: '17',
      datafarm_key: 'DF_LOCAL',
      datamart_id: '1',
      ...kind,
      encoding: 'utf-8',
      name: 'Visits',
      priority: 'MEDIUM',
    },
  ],
  [DocumentImportExecution, execution],
];
