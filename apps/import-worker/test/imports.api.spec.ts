import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootImports, segmentLines } from './booted-imports.js';
import { Tracking } from './tracking-stand-in.js';

const tracking = new Tracking();
let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => {
  imports = await bootImports({ tracking, settings: { IMPORT_CHUNK_LINES: 10 } });
});
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
});

describe('an execution', () => {
  it('is PENDING when its file is in, and SUCCEEDED when every line is applied', async () => {
    const documentImport = await imports.createImport();
    const execution = await imports.execute(documentImport, segmentLines(95));
    expect(execution).toEqual({
      id: expect.stringMatching(/^\d+$/),
      status: 'PENDING',
      creation_date: expect.any(Number),
      ...{ start_date: null, end_date: null, duration: null },
      ...{ organisation_id: '1', user_id: '7' },
      ...{ cancel_status: null, debug: null, error: null, is_retryable: false },
      permalink_uri: `${imports.executionsOf(documentImport)}/${execution.id}`,
      ...{ num_tasks: 10, completed_tasks: 0, erroneous_tasks: 0, retry_count: 0 },
      ...{ job_type: 'DOCUMENT_IMPORT', import_mode: 'MANUAL_FILE', import_type: null },
      parameters: {
        ...{ datamart_id: '1', document_import_id: documentImport.id },
        ...{ mime_type: 'APPLICATION_X_NDJSON', document_type: 'USER_SEGMENT' },
        input_file_name: expect.any(String),
        file_uri: expect.any(String),
        ...{ number_of_lines: 95, segment_id: null },
      },
      result: null,
    });
    const ended = await imports.ended(execution);
    expect(ended).toMatchObject({
      status: 'SUCCEEDED',
      ...{ start_date: expect.any(Number), end_date: expect.any(Number) },
      ...{ num_tasks: 10, completed_tasks: 10, erroneous_tasks: 0 },
      result: {
        ...{ total_success: 95, total_failure: 0, error_file_uri: null },
        input_file_name: execution.parameters.input_file_name,
        input_file_uri: execution.parameters.file_uri,
        possible_issue_on_identifiers: false,
      },
    });
    expect(ended.result).not.toHaveProperty('total_unprocessed');
    expect(ended.duration).toBe((ended.end_date ?? 0) - (ended.start_date ?? 0));
    expect(tracking.linesOf(execution.id)).toEqual(Array.from({ length: 95 }, (_, index) => index + 1));
    expect(await (await imports.download(execution.parameters.file_uri)).text()).toBe(segmentLines(95));
  });
});
