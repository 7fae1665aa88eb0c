import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnalyzersPlatform, workerOf } from './analyzers-platform.js';
import { BootedAdmin, expectError, people, user, type Answer } from '../booted-admin.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
beforeEach(async () => {
  await platform.reset();
  for (const name of ['One', 'Two']) await platform.createAnalyzer({ name });
});
afterAll(() => api.stop());

const { editor, reader } = people;
const pathOf = (analyzer: string, name: string) =>
  `/activity_analyzers/${analyzer}/configuration/technical_name=${name}`;
const path = pathOf('1', 'rules.bin');
const bytes = new Uint8Array([0, 255, 123, 10, 13, 0xc3, 0x28]);
const put = async (target: string, body: Uint8Array<ArrayBuffer> | undefined, type?: string, caller = editor) => {
  const response = await api.send(caller, 'PUT', target, body, type === undefined ? {} : { 'content-type': type });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};
const read = async (target = path, caller = reader) => {
  const response = await api.send(caller, 'GET', target);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    disposition: response.headers.get('content-disposition'),
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
};

describe('a configuration file', () => {
  it.each([
    ['application/octet-stream', bytes],
    ['application/json', new TextEncoder().encode('{"no json')],
    ['application/json; charset=utf-8', new TextEncoder().encode('{"a":1}')],
    ['application/x-ndjson', new TextEncoder().encode('{}\n{')],
    ['text/csv', new TextEncoder().encode('a;b\n')],
    ['multipart/form-data; boundary=x', new TextEncoder().encode('--x--')],
    ['text/html', new TextEncoder().encode('<script>')],
  ])('is kept as sent, with its type: %s', async (type, content) => {
    const before = Date.now();
    const written = await put(path, content, type);
    expect(written.body).toEqual({
      status: 'ok',
      data: {
        technical_name: 'rules.bin',
        content_type: type,
        size: content.length,
        last_modified_ts: expect.any(Number),
      },
    });
    const { last_modified_ts } = written.body.data as { last_modified_ts: number };
    expect(last_modified_ts).toBeGreaterThanOrEqual(before);
    expect(await read()).toEqual({ status: 200, type, disposition: 'attachment', bytes: content });
  });

  it('is bytes without a type', async () => {
    expect((await put(path, bytes)).status).toBe(200);
    expect(await read()).toMatchObject({ type: 'application/octet-stream', bytes });
  });

  it('is replaced and deleted, under both names of the analyzer', async () => {
    await put(path, bytes, 'text/plain');
    const other = path.replace('activity_analyzers', 'visit_analyzer_models');
    const next = new Uint8Array([1]);
    await put(other, next, 'text/x');
    expect(await read()).toMatchObject({ bytes: next, type: 'text/x' });
    expect((await api.call(editor, 'DELETE', other)).text).toBe('{"status":"ok"}');
    for (const method of ['GET', 'DELETE'])
      expectError(await api.call(editor, method, path), 404, 'RESOURCE_NOT_FOUND');
  });

  it('has a name, with any visible characters', async () => {
    await put(pathOf('1', 'a%2Fb%3D%C3%A9%20c'), bytes);
    expect((await read(pathOf('1', 'a%2fb=%C3%A9%20c'))).status).toBe(200);
    expect((await read(pathOf('1', 'b'))).status).toBe(404);
    for (const name of ['', '%00', 'a'.repeat(256)]) expect((await put(pathOf('1', name), bytes)).status).toBe(404);
    expect((await put(path.replace('technical_name=', ''), bytes)).status).toBe(404);
    expect(await put(pathOf('1', 'a%0Ab'), bytes)).toMatchObject({
      status: 400,
      body: {
        error_code: 'BAD_REQUEST_DATA',
        error: expect.stringMatching(/^technical_name: must not hold line breaks/),
      },
    });
  });

  it('has a name that an older version has accepted, and can be deleted', async () => {
    const old = pathOf('1', 'old%1B');
    await put(pathOf('1', 'new'), bytes);
    await api.query(`update configuration_files set technical_name = $1 where technical_name = 'new'`, ['old\u001b']);
    expect((await read(old)).bytes).toEqual(bytes);
    expect((await api.call(editor, 'DELETE', old)).status).toBe(200);
    expect((await read(old)).status).toBe(404);
  });

  it('may have 1 MiB, and is not empty', async () => {
    const mebibyte = new Uint8Array(1024 * 1024);
    expect((await put(path, mebibyte)).status).toBe(200);
    expect((await read()).bytes).toHaveLength(mebibyte.length);
    const refusals = [new Uint8Array(mebibyte.length + 1), new Uint8Array(0), undefined];
    for (const body of refusals)
      expect(await put(path, body, 'text/plain')).toMatchObject({
        status: 400,
        body: { error_code: 'BAD_REQUEST_FORMAT' },
      });
    for (const type of [`text/${'x'.repeat(251)}`, 'no media type', 'text'])
      expect(await put(path, bytes, type)).toMatchObject({ status: 400, body: { error_code: 'BAD_REQUEST_FORMAT' } });
  });

  it('is one of at most 100 of its analyzer', async () => {
    await api.query(`insert into configuration_files
      select 1, 'file-' || n, 'text/plain', '\\x00', 1 from generate_series(1, 99) n`);
    expect((await put(pathOf('1', 'last'), bytes)).status).toBe(200);
    const refused = await put(path, bytes);
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'CONSTRAINT_VIOLATION_EXCEPTION' } });
    expect((await put(pathOf('1', 'last'), bytes)).status).toBe(200);
    expect((await put(pathOf('2', 'rules.bin'), bytes)).status).toBe(200);
  });

  it('is read by readers and written by editors of the organisation', async () => {
    await put(path, bytes);
    for (const caller of [people.outsider, people.sisterAdmin, workerOf('1')]) {
      expect((await read(path, caller)).status).toBe(404);
      expect((await put(path, bytes, 'text/plain', caller)).status).toBe(404);
      expect((await api.call(caller, 'DELETE', path)).status).toBe(404);
    }
    expect(await put(path, bytes, 'text/plain', reader)).toMatchObject({
      status: 403,
      body: { error_code: 'AUTHORIZATION_ERROR' },
    });
    expectError(await api.call(reader, 'DELETE', path), 403, 'AUTHORIZATION_ERROR');
  });

  it('ends with its analyzer', async () => {
    await put(path, bytes);
    await api.call(editor, 'DELETE', '/activity_analyzers/1');
    expect(await api.query('select from configuration_files')).toEqual([]);
  });
});

describe('a worker', () => {
  const own = '/configuration/technical_name=rules.bin';

  it('reads the file that was written last, of all analyzers of its version', async () => {
    const version_id = await platform.createVersion('1', { version_id: '2' });
    const { id } = await platform.createAnalyzer({ version_id });
    for (const [analyzer, content] of [
      ['1', 1],
      ['2', 2],
      ['1', 3],
      [id, 4],
    ] as const) {
      await put(pathOf(analyzer, 'rules.bin'), new Uint8Array([content]), 'text/x');
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(await read(own, workerOf('1'))).toMatchObject({ status: 200, type: 'text/x', bytes: new Uint8Array([3]) });
    expect(await read(own, workerOf(version_id))).toMatchObject({ bytes: new Uint8Array([4]) });
    for (const [target, worker] of [
      [own, '9'],
      ['/configuration/technical_name=other', '1'],
      ['/configuration/rules.bin', '1'],
    ] as const)
      expect((await read(target, workerOf(worker))).status).toBe(404);
  });

  describe('reads a file of a version that several organisations use', () => {
    const sister = user('EDITOR', '2');
    const write = async (organisation: '1' | '2', content: number, version?: object) => {
      const caller = organisation === '1' ? editor : sister;
      const { id } = await platform.createAnalyzer({ ...version }, caller, organisation);
      const written = await put(pathOf(id, 'rules.bin'), new Uint8Array([content]), 'text/x', caller);
      expect(written.status).toBe(200);
      await new Promise((resolve) => setTimeout(resolve, 2));
    };
    const readByWorker = async (version = '1') => {
      const { status, bytes: content } = await read(own, workerOf(version));
      return status === 200 ? [...content] : status;
    };

    it('the newest of the organisation of the plugin, also if another organisation writes later', async () => {
      await write('1', 1);
      await write('1', 2);
      await write('2', 3);
      expect(await readByWorker()).toEqual([2]);
    });

    it('none, if the organisation of the plugin has none: no other one decides about its activities', async () => {
      await write('2', 1);
      await put(pathOf('1', 'other.bin'), bytes);
      expect(await readByWorker()).toBe(404);
    });

    it('none of others without it, which would decide about each other', async () => {
      const [third] = await api.query<{ id: string }>(
        `insert into organisations (community_id, name, technical_name) values (1, 'third', 'third')
         returning id::text as id`,
      );
      const version_id = await platform.createVersion('1', { version_id: '3' });
      await write('2', 1, { version_id });
      expect(await readByWorker(version_id)).toEqual([1]);
      await platform.createAnalyzer({ version_id }, user('EDITOR', third?.id), third?.id);
      expect(await readByWorker(version_id)).toBe(404);
    });

    it('the newest of the only organisation that uses it', async () => {
      const version_id = await platform.createVersion('1', { version_id: '4' });
      await write('2', 1, { version_id });
      await write('2', 2, { version_id });
      expect(await readByWorker(version_id)).toEqual([2]);
    });
  });

  it('is the only one with this route', async () => {
    await put(path, bytes);
    for (const caller of [people.communityAdmin, people.editor])
      expectError(await api.call(caller, 'GET', own), 404, 'RESOURCE_NOT_FOUND');
  });
});
