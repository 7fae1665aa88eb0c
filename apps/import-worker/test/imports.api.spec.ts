import { describe, expect, it } from '@jest/globals';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { DirectoryStore } from '@tributary/security/directory.store';
import { eventually } from '@tributary/testing/eventually';
import { DataSource } from 'typeorm';
import { segmentLines, outsider } from './booted-imports.js';
import { tracking, imports, error, rows } from './imports-fixture.js';

describe('an execution', () => {
  it('is PENDING after the upload, and SUCCEEDED when every line is applied', async () => {
    const documentImport = await imports.createImport();
    const execution = await imports.execute(documentImport, segmentLines(95));
    expect(execution).toEqual({
      id: expect.stringMatching(/^\d+$/),
      status: 'PENDING',
      creation_date: expect.any(Number),
      start_date: null,
      end_date: null,
      duration: null,
      organisation_id: '1',
      user_id: '7',
      cancel_status: null,
      debug: null,
      error: null,
      is_retryable: false,
      permalink_uri: `${imports.executionsOf(documentImport)}/${execution.id}`,
      num_tasks: 10,
      completed_tasks: 0,
      erroneous_tasks: 0,
      retry_count: 0,
      job_type: 'DOCUMENT_IMPORT',
      import_mode: 'MANUAL_FILE',
      import_type: null,
      parameters: {
        datamart_id: '1',
        document_import_id: documentImport.id,
        mime_type: 'APPLICATION_X_NDJSON',
        document_type: 'USER_SEGMENT',
        input_file_name: expect.any(String),
        file_uri: expect.any(String),
        number_of_lines: 95,
        segment_id: null,
      },
      result: null,
    });
    const ended = await imports.ended(execution);
    expect(ended).toMatchObject({
      status: 'SUCCEEDED',
      start_date: expect.any(Number),
      end_date: expect.any(Number),
      num_tasks: 10,
      completed_tasks: 10,
      erroneous_tasks: 0,
      result: {
        total_success: 95,
        total_failure: 0,
        error_file_uri: null,
        input_file_name: execution.parameters.input_file_name,
        input_file_uri: execution.parameters.file_uri,
        possible_issue_on_identifiers: false,
        possible_issue_on_times: false,
        ignored_fields: {},
      },
    });
    expect(ended.result).not.toHaveProperty('total_unprocessed');
    expect(ended.duration).toBe((ended.end_date ?? 0) - (ended.start_date ?? 0));
    expect(tracking.linesOf(execution.id)).toEqual(Array.from({ length: 95 }, (_, index) => index + 1));
    expect(await (await imports.download(execution.parameters.file_uri)).text()).toBe(segmentLines(95));
  });
});

describe('an execution of activities', () => {
  const isOrdered = async (datamart_id: string, document_type = 'USER_ACTIVITY') => {
    const root = `/v1/datamarts/${datamart_id}/document_imports`;
    const documentImport = await imports.createImport({ document_type }, root);
    const { id } = await imports.execute(documentImport, '{"$type":"TOUCH","$user_agent_id":"a"}\n');
    const dataSource = imports.booted.app.get(DataSource, { strict: false });
    const rows = await dataSource.query<{ is_ordered: boolean }[]>('select is_ordered from executions where id = $1', [
      id,
    ]);
    return rows[0]?.is_ordered;
  };

  it('takes effect in file order if choices decide about activities of the datamart', async () => {
    const processings = [{ processing_id: '5', legal_basis: 'CONSENT' as const }];
    const channel = { kind: 'channel' as const, id: '31', datamart_id: '3', version: 1, processings, analyzers: [] };
    imports.booted.app.get(DirectoryStore, { strict: false }).apply(channel);
    expect(await isOrdered('3')).toBe(true);
    expect(await isOrdered('3', 'USER_CHOICE')).toBe(false);
    expect(await isOrdered('1')).toBe(false);
    imports.booted.app.get(DirectoryStore, { strict: false }).apply({ ...channel, version: 2, processings: [] });
    expect(await isOrdered('3')).toBe(false);
  });
});

describe('the ids of lines without $unique_key', () => {
  it('are made with a secret of each execution, which no answer shows', async () => {
    const documentImport = await imports.createImport({ document_type: 'USER_ACTIVITY' });
    const line = '{"$type":"TOUCH","$user_agent_id":"a"}\n';
    const executions = [await imports.execute(documentImport, line), await imports.execute(documentImport, line)];
    const secretOf = (id: string) => tracking.received.find(({ execution_id }) => execution_id === id)?.line_secret;
    const secrets = await eventually(() => {
      const found = executions.map(({ id }) => secretOf(id));
      for (const secret of found) expect(secret).toMatch(/^[0-9a-f-]{36}$/);
      return Promise.resolve(found);
    });
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) expect(JSON.stringify(executions)).not.toContain(secret);
  });
});

describe('lines that fail', () => {
  it('are in the error file in line order, with those that tracking has refused', async () => {
    const lines = [
      '{"operation":"UPDATE","user_agent_id":"é1","segment_id":"s"}',
      '',
      'no json',
      '{"operation":"UPDATE","user_agent_id":"a2","segment_id":""}',
      '{"operation":"UPDATE","user_agent_id":"refuse me","segment_id":"s"}',
      `{"operation":"UPDATE","pad":"${'x'.repeat(5_000)}"}`,
    ];
    tracking.refuses = (operation) => 'identifier' in operation && operation.identifier?.value === 'refuse me';
    const ended = await imports.ended(await imports.execute(await imports.createImport(), lines.join('\r\n')));
    tracking.refuses = () => false;
    expect(ended).toMatchObject({
      status: 'SUCCEEDED',
      num_tasks: 1,
      completed_tasks: 1,
      erroneous_tasks: 1,
      parameters: { number_of_lines: 5 },
      result: { total_success: 1, total_failure: 4 },
    });
    const response = await imports.download(ended.result?.error_file_uri ?? null);
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const failure = (index: number, error_code: string) => ({
      line: index + 1,
      byte_offset: Buffer.byteLength(lines.slice(0, index).join('\r\n')) + 2,
      error_code,
      error: expect.any(String),
      content: lines[index]?.slice(0, 4_096),
    });
    expect(rows(await response.text())).toEqual([
      failure(2, 'BAD_REQUEST_FORMAT'),
      failure(3, 'BAD_REQUEST_DATA'),
      failure(4, 'CONSTRAINT_VIOLATION_EXCEPTION'),
      failure(5, 'BAD_REQUEST_DATA'),
    ]);
  });

  it('because they are too long do not fail others', async () => {
    const limit = 1024 * 1024;
    const line = (length: number) => {
      const [head, tail] = ['{"operation":"UPDATE","user_agent_id":"a","segment_id":"s","pad":"', '"}'];
      return `${head}${'x'.repeat(length - head.length - tail.length)}${tail}`;
    };
    const text = [line(limit), line(limit + 1), line(100)].join('\n');
    const ended = await imports.ended(await imports.execute(await imports.createImport(), text));
    expect(ended.result).toMatchObject({ total_success: 2, total_failure: 1 });
    const [failure, ...others] = rows(await (await imports.download(ended.result?.error_file_uri ?? null)).text());
    expect(failure).toMatchObject({ line: 2, byte_offset: limit + 1, error_code: 'BAD_REQUEST_DATA' });
    expect(failure).toHaveProperty('error', 'the line exceeds 1048576 bytes');
    expect(String(failure?.['content'])).toHaveLength(4_096);
    expect(others).toEqual([]);
  });

  it('may be all of them', async () => {
    const ended = await imports.ended(await imports.execute(await imports.createImport(), 'x\n'.repeat(25)));
    expect(ended).toMatchObject({ num_tasks: 3, completed_tasks: 3, erroneous_tasks: 3 });
    expect(ended.result).toMatchObject({ total_success: 0, total_failure: 25, top_identifiers: {} });
    const failures = rows(await (await imports.download(ended.result?.error_file_uri ?? null)).text());
    expect(failures.map(({ line }) => line)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it('do not exist in a file without lines', async () => {
    const ended = await imports.ended(await imports.execute(await imports.createImport(), '\n \n'));
    expect(ended).toMatchObject({
      status: 'FAILED',
      num_tasks: 0,
      completed_tasks: 0,
      result: null,
      error: { message: 'the file has no lines' },
    });
  });
});

describe('a caller', () => {
  it('finds files only by URIs of its own organisation', async () => {
    const execution = await imports.execute(await imports.createImport(), segmentLines(1));
    const uri = encodeURIComponent(execution.parameters.file_uri);
    expect((await imports.send(`/v1/data_file/data?uri=${uri}`)).status).toBe(200);
    const foreign = await imports.booted.as(outsider)(`/v1/data_file/data?uri=${uri}`);
    expect(await error(foreign)).toEqual([404, 'RESOURCE_NOT_FOUND']);
    for (const other of ['x', 'file:///etc/passwd', execution.parameters.file_uri.replace('input', 'errors')])
      expect(await error(await imports.download(other))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    expect(await error(await imports.send('/v1/data_file/data'))).toEqual([400, 'BAD_REQUEST_DATA']);
  });

  it('finds executions only under their own import, newest first', async () => {
    const [mine, other] = [await imports.createImport(), await imports.createImport()];
    const first = await imports.execute(mine, segmentLines(1));
    const second = await imports.execute(mine, segmentLines(1));
    const list = await imports.send(`${imports.executionsOf(mine)}?max_results=10`);
    expect(await list.json()).toMatchObject({
      data: [{ id: second.id }, { id: first.id }],
      count: 2,
      total: 2,
      first_result: 0,
      max_results: 10,
    });
    for (const target of [`${imports.executionsOf(other)}/${first.id}`, `${imports.imports}/999999/executions`])
      expect(await error(await imports.send(target))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });
});

describe('following an execution', () => {
  it('returns its state and each change until it has ended', async () => {
    const execution = await imports.execute(await imports.createImport(), segmentLines(30));
    const response = await imports.send(`${execution.permalink_uri}/events`);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = (await response.text()).split('\n\n').filter((event) => event.startsWith('event: execution'));
    const last = JSON.parse(events.at(-1)?.split('data: ')[1] ?? '') as DocumentImportExecution;
    expect(last).toMatchObject({ id: execution.id, status: 'SUCCEEDED', completed_tasks: 3 });
    expect((await imports.send(`${execution.permalink_uri}9/events`)).status).toBe(404);
  });
});
