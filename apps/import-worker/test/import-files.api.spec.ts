import { describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { DocumentImportExecution } from '@tributary/contracts/imports/document-import';
import { eventually } from '@tributary/testing/eventually';
import { segmentLines } from './booted-imports.js';
import { tracking, imports, error, rows } from './imports-fixture.js';

const csvImport = (difference: object = {}) => imports.createImport({ mime_type: 'TEXT_CSV', ...difference });

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
