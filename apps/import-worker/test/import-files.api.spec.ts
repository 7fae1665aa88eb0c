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
    ['another name of NDJSON', 'application/ndjson'],
    ['no type', undefined],
  ])('sent as %s is rejected with the type of the import', async (_case, type = '') => {
    const before = await stored();
    const target = imports.executionsOf(await imports.createImport());
    const response = await send(target, Buffer.from(segmentLines(2)), type === '' ? undefined : type);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        error_code: 'BAD_REQUEST_FORMAT',
        error: `Content-Type must be application/x-ndjson, the type of the import, not "${type}"`,
      }),
    ]);
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

  it.each(['filename="a\0.csv"', "filename*=UTF-8''a%00.csv"])(
    'is rejected if its name holds U+0000 (%j)',
    async (name) => {
      const target = imports.executionsOf(await imports.createImport());
      const form = `--x\r\nContent-Disposition: form-data; name="file"; ${name}\r\n\r\n{}\r\n--x--\r\n`;
      expect(await error(await send(target, form, 'multipart/form-data; boundary=x'))).toEqual([
        400,
        'BAD_REQUEST_DATA',
      ]);
    },
  );

  it('is rejected without the words of the parser', async () => {
    const target = imports.executionsOf(await imports.createImport());
    const answer = await send(target, '--x\r\n', 'multipart/form-data; boundary=x');
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('cannot be read: it ends early') });
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
    for (const type of ['text/csv', 'application/x-ndjson', 'multipart/form-data; boundary=b'])
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
    const csv = '\ufeffoperation,user_agent_id,segment_id\nUPDATE,web:1:\u0a41,"s\nt"\n';
    const execution = await imports.execute(await csvImport({ encoding: 'utf-16le' }), Buffer.from(csv, 'utf16le'));
    expect((await imports.ended(execution)).result).toMatchObject({ total_success: 1 });
    expect(tracking.applied.at(-1)?.operation).toMatchObject({
      segment_id: 's\nt',
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

  it.each<[string, Buffer, string?]>([
    ['CR', Buffer.from('user_agent_id,segment_id\rcr1,s\rcr2,"s"\r')],
    ['a mixture of line ends', Buffer.from('user_agent_id,segment_id\r\ncr1,s\rcr2,s\n')],
    [
      'UTF-16 whose byte order mark decides',
      Buffer.from('\ufeffuser_agent_id,segment_id\ncr1,s\ncr2,s', 'utf16le').swap16(),
      'utf-16',
    ],
    [
      'UTF-8 whose byte order mark decides',
      Buffer.from('\ufeffuser_agent_id,segment_id\ncr1,s\ncr2,s'),
      'windows-1252',
    ],
    ['the spelling of the API, with white space', Buffer.from(' $user_agent_id , $segment_id \n cr1 , s \ncr2,s')],
  ])('is read in %s', async (_case, bytes, encoding = 'utf-8') => {
    const execution = await imports.execute(await csvImport({ encoding }), bytes);
    expect((await imports.ended(execution)).result).toMatchObject({ total_success: 2, total_failure: 0 });
    const applied = tracking.applied.filter(({ execution_id }) => execution_id === execution.id);
    expect(applied.toSorted((a, b) => a.line - b.line).map(({ operation }) => operation)).toMatchObject([
      { segment_id: 's', identifier: { value: 'cr1' } },
      { segment_id: 's', identifier: { value: 'cr2' } },
    ]);
  });

  it.each<[string, string, string]>([
    ['only a header', 'operation,user_agent_id', 'the file has a header, but no rows'],
    [
      'a column that segments do not have',
      'user_agent_id,segment_id,expiration_durations\na,s,1',
      '"expiration_durations"',
    ],
    ['a column twice, in two spellings', 'user_agent_id,$user_agent_id,segment_id\na,a,s', 'twice'],
    ['a line for a spreadsheet program', 'sep=;\nuser_agent_id;segment_id\na;s', 'begins with "sep="'],
    ['UTF-16 under another encoding', Buffer.from('user_agent_id\na', 'utf16le').toString('latin1'), 'U+0000'],
    ['such a line with a tab', 'sep=\t\nuser_agent_id\tsegment_id\na\ts', 'begins with "sep="'],
  ])('with %s FAILS, and says why', async (_case, text, message) => {
    const ended = await imports.ended(await imports.execute(await csvImport(), text));
    expect(ended).toMatchObject({ status: 'FAILED', is_retryable: false, result: null });
    expect(ended.error).toEqual({ message: expect.stringContaining(message) });
  });
});

it.each([
  ['the row has a quote that is not closed', 2],
  ['the line exceeds 1048576 bytes; it may have a quote that is not closed', 80_000],
])('says "%s" of a row whose quote holds the rest of the file', async (message, rows) => {
  const csv = `user_agent_id,segment_id\na,"s\n${'a,long enough\n'.repeat(rows)}`;
  const ended = await imports.ended(await imports.execute(await csvImport(), csv));
  expect(ended.result).toMatchObject({ total_success: 0, total_failure: 1 });
  const failures = await (await imports.download(ended.result?.error_file_uri ?? null)).text();
  expect(JSON.parse(failures)).toMatchObject({ line: 2, error: message });
});

it('keeps white space and names of the properties of a profile', async () => {
  const csv = ' user_agent_id,$segment_id,note\n pr1 ,7, \n';
  const execution = await imports.execute(await csvImport({ document_type: 'USER_PROFILE' }), csv);
  expect((await imports.ended(execution)).result).toMatchObject({ total_success: 1 });
  expect(tracking.applied.at(-1)?.operation).toMatchObject({
    identifier: { value: 'pr1' },
    properties: '{"$segment_id":"7","note":" "}',
  });
});

describe('a file of JSON', () => {
  it.each([
    ['several lines', '{\n"user_agent_id": "a"\n}\n'],
    ['an indented array', '[\n  {"user_agent_id": "a"}\n]'],
    ['an array that goes on in the next line', '[{"user_agent_id": "a"},\n{"user_agent_id": "b"}]'],
  ])('over %s FAILS, and says why', async (_case, text) => {
    const ended = await imports.ended(await imports.execute(await imports.createImport(), text));
    expect(ended.error).toEqual({ message: expect.stringContaining('one JSON text over several lines') });
  });
});

describe('the fields and times of a file', () => {
  it('are reported if lines of its type do not have them, and if they look like seconds', async () => {
    const line = (index: number, more: object) =>
      JSON.stringify({ user_agent_id: `f-${index}`, segment_id: 's', ...more });
    const text = [line(0, { note: 1, colour: 'x' }), line(1, { note: 2 }), line(2, { expiration_ts: 1_795_646_671 })];
    const { result } = await imports.ended(await imports.execute(await imports.createImport(), text.join('\n')));
    expect(result).toMatchObject({
      total_success: 3,
      ignored_fields: { note: 2, colour: 1 },
      possible_issue_on_times: true,
    });
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
