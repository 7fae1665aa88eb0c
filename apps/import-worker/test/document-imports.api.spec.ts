import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { anImport, bootImports } from './booted-imports.js';

let imports: Awaited<ReturnType<typeof bootImports>>;
beforeAll(async () => (imports = await bootImports({ settings: { DATAFARM_KEY: 'DF_EU' } })));
afterAll(async () => {
  await imports.booted.stop();
  await imports.postgres.stop();
});

const root = '/v1/datamarts/1/document_imports';
const send = (method: string, target: string, body?: object) =>
  imports.send(target, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
const answer = async (pending: Promise<Response>) => {
  const response = await pending;
  return { code: response.status, body: (await response.json()) as Record<string, unknown> };
};
const notFound = { code: 404, body: { error_code: 'RESOURCE_NOT_FOUND', error: 'Resource Not Found' } };

describe('a document import', () => {
  it('is created with defaults for absent fields', async () => {
    const { encoding: _, ...body } = anImport();
    expect(await answer(send('POST', root, body))).toEqual({
      code: 200,
      body: {
        status: 'ok',
        data: {
          ...anImport({ id: expect.stringMatching(/^\d+$/), encoding: 'utf-8', priority: 'MEDIUM' }),
          datamart_id: '1',
          datafarm_key: 'DF_EU',
        },
      },
    });
  });

  it.each<[string, object]>([
    ['no name', { name: undefined }],
    ['an empty name', { name: '' }],
    ['a name that overrides the direction', { name: 'a\u202eb' }],
    ['no document type', { document_type: undefined }],
    ['an unknown document type', { document_type: 'USERS' }],
    ['no mime type', { mime_type: undefined }],
    ['an unknown mime type', { mime_type: 'APPLICATION_JSON' }],
    ['an unknown encoding', { encoding: 'klingon' }],
    ['an encoding that is not a string', { encoding: 8 }],
    ['an unknown priority', { priority: 'URGENT' }],
    ['activities as CSV', { document_type: 'USER_ACTIVITY', mime_type: 'TEXT_CSV' }],
    ['choices as CSV', { document_type: 'USER_CHOICE', mime_type: 'TEXT_CSV' }],
    ['deletions as CSV', { document_type: 'USER_POINTS_DELETION', mime_type: 'TEXT_CSV' }],
  ])('with %s is rejected', async (_case, difference) => {
    expect(await answer(send('POST', root, anImport(difference)))).toMatchObject({
      code: 400,
      body: { error_code: 'BAD_REQUEST_DATA' },
    });
  });

  it.each(['UTF8', 'latin1', 'utf-16be', 'shift_jis', 'iso-8859-16', 'x-user-defined', 'windows-874'])(
    'may be encoded in %s',
    async (encoding) => expect(await imports.createImport({ encoding })).toMatchObject({ encoding }),
  );

  it.each(['USER_SEGMENT', 'USER_PROFILE', 'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS'])(
    'of %s may be CSV',
    async (document_type) =>
      expect(await imports.createImport({ document_type, mime_type: 'TEXT_CSV' })).toMatchObject({ document_type }),
  );

  it('is read, replaced and deleted', async () => {
    const { id } = await imports.createImport({ priority: 'HIGH', encoding: 'latin1' });
    expect(await answer(send('GET', `${root}/${id}`))).toMatchObject({ body: { data: { priority: 'HIGH' } } });
    const { encoding: _, ...body } = anImport({ name: 'other', id: '99999', datamart_id: '2', datafarm_key: 'X' });
    const replaced = anImport({ id, name: 'other', encoding: 'utf-8', priority: 'MEDIUM', datamart_id: '1' });
    expect(await answer(send('PUT', `${root}/${id}`, body))).toEqual({
      code: 200,
      body: { status: 'ok', data: { ...replaced, datafarm_key: 'DF_EU' } },
    });
    expect(await answer(send('DELETE', `${root}/${id}`))).toEqual({ code: 200, body: { status: 'ok' } });
    for (const method of ['GET', 'DELETE']) expect(await answer(send(method, `${root}/${id}`))).toMatchObject(notFound);
    expect(await answer(send('PUT', `${root}/${id}`, anImport()))).toMatchObject(notFound);
  });

  it.each(['application/json', 'application/x-ndjson', 'text/csv', 'text/plain'])(
    'is deleted by a request with the type %s and no body',
    async (type) => {
      const { id } = await imports.createImport();
      const request = { method: 'DELETE', headers: { 'content-type': type } };
      expect(await answer(imports.send(`${root}/${id}`, request))).toMatchObject({ code: 200 });
      const withBody = await answer(imports.send(`${root}/${id}`, { ...request, body: 'x' }));
      expect(withBody).toMatchObject({ code: 400, body: { error_code: 'BAD_REQUEST_FORMAT' } });
    },
  );

  it('is found only in its own datamart', async () => {
    const { id } = await imports.createImport();
    expect(await answer(send('GET', `/v1/datamarts/3/document_imports/${id}`))).toMatchObject(notFound);
  });

  it.each(['abc', '0', '-1', '99999999999999999999', '1.5'])('with the id %s is not found', async (id) => {
    expect(await answer(send('GET', `${root}/${id}`))).toMatchObject(notFound);
  });
});

describe('the list of imports', () => {
  it('contains the imports of the datamart by id, in pages', async () => {
    const target = '/v1/datamarts/3/document_imports';
    const created = [];
    for (const name of ['a', 'b', 'c']) created.push(await imports.createImport({ name }, target));
    expect(await answer(send('GET', `${target}?first_result=1&max_results=1`))).toEqual({
      code: 200,
      body: { status: 'ok', data: [created[1]], count: 1, total: 3, first_result: 1, max_results: 1 },
    });
    expect(await answer(send('GET', target))).toMatchObject({
      body: { data: created, count: 3, total: 3, first_result: 0, max_results: 50 },
    });
    expect(await answer(send('GET', `${target}?first_result=9`))).toMatchObject({ body: { data: [], total: 3 } });
    expect(await answer(send('GET', `${target}?max_results=0`))).toMatchObject({ code: 400 });
  });
});
