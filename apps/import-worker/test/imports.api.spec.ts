import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { eventually } from '@tributary/testing/eventually';
import { DirectoryStore } from '@tributary/security/directory.store';
import { DataSource } from 'typeorm';
import { bootImports, segmentLines, outsider } from './booted-imports.js';
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
      },
    });
    expect(ended.result).not.toHaveProperty('total_unprocessed');
    expect(ended.duration).toBe((ended.end_date ?? 0) - (ended.start_date ?? 0));
    expect(tracking.linesOf(execution.id)).toEqual(Array.from({ length: 95 }, (_, index) => index + 1));
    expect(await (await imports.download(execution.parameters.file_uri)).text()).toBe(segmentLines(95));
  });
});

const error = async (response: Response) => [
  response.status,
  ((await response.json()) as { error_code: string }).error_code,
];
const csvImport = (difference: object = {}) => imports.createImport({ mime_type: 'TEXT_CSV', ...difference });
const rows = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** Files in the store. */
async function stored(): Promise<string[]> {
  const entries = await readdir(path.join(imports.directory, 'imports'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

const send = (target: string, body: string | FormData | Buffer, type?: string) =>
  imports.send(target, { method: 'POST', body, ...(type !== undefined && { headers: { 'content-type': type } }) });

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

describe('the file of an execution', () => {
  it.each<[string, string | undefined]>([
    ['JSON', 'application/json'],
    ['another mime type', 'text/csv'],
    ['plain text', 'text/plain'],
    ['no type', undefined],
  ])('sent as %s is rejected', async (_case, type) => {
    const before = await stored();
    const target = imports.executionsOf(await imports.createImport());
    expect(await error(await send(target, Buffer.from(segmentLines(1)), type))).toEqual([400, 'BAD_REQUEST_FORMAT']);
    expect(await stored()).toEqual(before);
  });

  it('may have parameters in its content type', async () => {
    const documentImport = await imports.createImport();
    const response = await imports.upload(documentImport, segmentLines(1), 'Application/X-NDJSON; charset=utf-8');
    expect(response.status).toBe(200);
  });

  it('must not be empty', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    expect(await error(await imports.upload(documentImport, ''))).toEqual([400, 'BAD_REQUEST_FORMAT']);
    expect(await stored()).toEqual(before);
  });

  it('may be larger than a JSON body', async () => {
    const execution = await imports.execute(await imports.createImport(), segmentLines(20_000));
    expect(execution.parameters.number_of_lines).toBe(20_000);
    await imports.act(execution, 'CANCEL');
  });

  it('may be the part "file" of a form, which names it', async () => {
    const form = new FormData();
    form.append('before', 'ignored');
    form.append('file', new Blob([segmentLines(12)]), 'mine.ndjson');
    const response = await send(imports.executionsOf(await imports.createImport()), form);
    const { data } = (await response.json()) as { data: DocumentImportExecution };
    expect(await imports.ended(data)).toMatchObject({
      parameters: { input_file_name: 'mine.ndjson', number_of_lines: 12 },
      result: { total_success: 12, input_file_name: 'mine.ndjson' },
    });
    expect(await (await imports.download(data.parameters.file_uri)).text()).toBe(segmentLines(12));
  });

  const form = (field: string, content: string) => {
    const made = new FormData();
    made.append(field, new Blob([content]), 'x');
    return made;
  };
  it.each<[string, FormData | string, string | undefined]>([
    ['without the part "file"', form('other', 'x'), undefined],
    ['whose file is empty', form('file', ''), undefined],
    ['that is not a form', 'no form at all', 'multipart/form-data; boundary=x'],
    ['without a boundary', 'x', 'multipart/form-data'],
    [
      'that ends too early',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n{}',
      'multipart/form-data; boundary=x',
    ],
  ])('is rejected in a form %s', async (_case, body, type) => {
    const before = await stored();
    const target = imports.executionsOf(await imports.createImport());
    expect(await error(await send(target, body, type))).toEqual([400, 'BAD_REQUEST_FORMAT']);
    expect(await stored()).toEqual(before);
  });

  it('is removed if the client aborts the upload, and kept if it does not', async () => {
    const documentImport = await imports.createImport();
    const before = await stored();
    const client = imports.beginUpload(documentImport);
    client.write(segmentLines(10));
    await eventually(async () => expect(await stored()).toHaveLength(before.length + 1));
    client.destroy();
    await eventually(async () => expect(await stored()).toEqual(before));
    await imports.execute(documentImport, segmentLines(10));
    expect(await stored()).toHaveLength(before.length + 1);
    expect(await (await imports.send(imports.executionsOf(documentImport))).json()).toMatchObject({ total: 1 });
  });

  it('is rejected with 404 for an import that does not exist', async () => {
    const response = await send(`${imports.imports}/999999/executions`, segmentLines(1), 'application/x-ndjson');
    expect(await error(response)).toEqual([404, 'RESOURCE_NOT_FOUND']);
  });

  it('is not accepted as the body of other routes', async () => {
    for (const type of ['text/csv', 'application/x-ndjson'])
      expect(await error(await send(imports.imports, '{}', type))).toEqual([400, 'BAD_REQUEST_FORMAT']);
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
      status: 'SUCCEEDED',
      num_tasks: 0,
      completed_tasks: 0,
      result: { total_success: 0, total_failure: 0, error_file_uri: null },
    });
  });
});

describe('CSV', () => {
  it.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('with %s, a byte order mark, quoted line ends and rows of uneven length is read', async (_case, delimiter) => {
    const ragged = ['UPDATE', 'web:1:b', 's'];
    const text = [
      ['operation', 'user_agent_id', 'segment_id', 'data_bag'],
      ['UPDATE', 'web:1:a', 's', '"two\nlines"'],
      [''],
      ragged,
      ['UPDATE', 'web:1:c', '"s ""x"""', ''],
    ];
    const csv = `\ufeff${text.map((row) => row.join(delimiter)).join('\r\n')}`;
    const execution = await imports.execute(await csvImport(), csv);
    const ended = await imports.ended(execution);
    expect(ended).toMatchObject({ parameters: { number_of_lines: 3 }, result: { total_success: 2, total_failure: 1 } });
    expect(tracking.applied.filter(({ execution_id }) => execution_id === execution.id)).toMatchObject([
      { line: 2, operation: { data_bag: '"two\\nlines"' } },
      { line: 6, operation: { segment_id: 's "x"' } },
    ]);
    const failures = rows(await (await imports.download(ended.result?.error_file_uri ?? null)).text());
    expect(failures).toMatchObject([{ line: 5, error_code: 'BAD_REQUEST_FORMAT', content: ragged.join(delimiter) }]);
  });

  it('is read in UTF-16', async () => {
    const csv = '\ufeffoperation,user_agent_id,segment_id\nUPDATE,web:1:\u0a41,"s\n"\n';
    const execution = await imports.execute(await csvImport({ encoding: 'utf-16le' }), Buffer.from(csv, 'utf16le'));
    expect((await imports.ended(execution)).result).toMatchObject({ total_success: 1 });
    expect(tracking.applied.at(-1)?.operation).toMatchObject({
      segment_id: 's\n',
      identifier: { value: 'web:1:\u0a41' },
    });
  });

  it('whose header cannot be read FAILS as a whole and cannot be retried', async () => {
    const execution = await imports.execute(await csvImport(), 'a,b,a\n1,2,3\n');
    const ended = await imports.ended(execution);
    expect(ended).toMatchObject({ status: 'FAILED', is_retryable: false, result: null });
    expect(ended.error).toEqual({ message: expect.stringContaining('twice') });
    expect(await error(await imports.act(execution, 'RETRY'))).toEqual([400, 'CONSTRAINT_VIOLATION_EXCEPTION']);
  });

  it('with only a header has no lines', async () => {
    const ended = await imports.ended(await imports.execute(await csvImport(), 'operation,user_agent_id'));
    expect(ended).toMatchObject({ status: 'SUCCEEDED', parameters: { number_of_lines: 0 } });
  });
});

describe('the identifiers of a file', () => {
  it('are reported as a possible issue if one is on more than 1 % of at least 1,000 lines', async () => {
    const text = segmentLines(1_100) + segmentLines(1).repeat(16) + segmentLines(2).repeat(4);
    const { result } = await imports.ended(await imports.execute(await imports.createImport(), text));
    expect(result?.possible_issue_on_identifiers).toBe(true);
    const top = Object.entries(result?.top_identifiers ?? {});
    expect(top).toHaveLength(10);
    expect(top.slice(0, 2)).toEqual([
      ['user_agent_id=web:1:1', 21],
      ['user_agent_id=web:1:2', 5],
    ]);
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
