import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnalyzersPlatform } from './analyzers-platform.js';
import { BootedAdmin, expectError, people, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;
let platform: AnalyzersPlatform;

beforeAll(async () => {
  api = await BootedAdmin.boot();
  platform = new AnalyzersPlatform(api);
});
beforeEach(async () => {
  await platform.reset();
  // Channel 1 of organisation 1, channel 2 of its sister; analyzers 1 to 9, and analyzer 10 of the sister.
  for (const id of ['1', '2']) await platform.createChannel(id);
  await api.query(`insert into activity_analyzers (organisation_id, name, plugin_version_id, error_recovery_strategy)
    select case n when 10 then 2 else 1 end, 'Analyzer', 1, 'DROP' from generate_series(1, 10) n`);
});
afterAll(() => api.stop());

const { editor, reader } = people;
const path = '/channels/1/visit_analyzer_models';
const select = (visit_analyzer_model_id: unknown, difference: Fields = {}) =>
  api.call(editor, 'POST', path, { visit_analyzer_model_id, ...difference });
const replace = (...selections: unknown[]) => api.call(editor, 'PUT', path, { selections });
const list = () => api.data<(Fields & { id: string })[]>(reader, 'GET', path);
const orders = async () => (await list()).map((one) => [one['visit_analyzer_model_id'], one['execution_order']]);
const analyzer = (visit_analyzer_model_id: unknown, execution_order?: unknown) => ({
  visit_analyzer_model_id,
  execution_order,
});
const violation = 'CONSTRAINT_VIOLATION_EXCEPTION';

describe('selections of analyzers', () => {
  it('are made by an editor, one after the other', async () => {
    const before = Date.now();
    const { body } = await select('2', { channel_id: '1', id: '9', created_by: '9' });
    const expected = { id: '1', channel_id: '1', visit_analyzer_model_id: '2', execution_order: 1, created_by: '3' };
    expect(body).toEqual({ status: 'ok', data: { ...expected, creation_ts: expect.any(Number) } });
    expect((body.data as Fields)['creation_ts']).toBeGreaterThanOrEqual(before);
    expect(await api.data(reader, 'GET', `${path}/1`)).toEqual(body.data);
    expect((await select(1, { channel_id: 1 })).body.data).toMatchObject({ execution_order: 2 });
    expect((await select('5', { execution_order: 0 })).body.data).toMatchObject({ id: '3', execution_order: 0 });
    expect(await orders()).toEqual([
      ['5', 0],
      ['2', 1],
      ['1', 2],
    ]);
    const page = await api.call(reader, 'GET', `${path}?first_result=1&max_results=1`);
    expect(page.body).toMatchObject({ data: [{ visit_analyzer_model_id: '2' }], count: 1, total: 3 });
  });

  it.each<[string, Fields, string, RegExp]>([
    ['no analyzer', analyzer(undefined), 'BAD_REQUEST_DATA', /^visit_analyzer_model_id: /],
    ['an analyzer that is a list', analyzer(['1']), 'BAD_REQUEST_DATA', /^visit_analyzer_model_id: /],
    ['a negative order', analyzer('1', -1), 'BAD_REQUEST_DATA', /^execution_order: /],
    ['a fraction as order', analyzer('1', 1.5), 'BAD_REQUEST_DATA', /^execution_order: /],
    ['an order above int32', analyzer('1', 2_147_483_648), 'BAD_REQUEST_DATA', /^execution_order: /],
    ['an order that is text', analyzer('1', '1'), 'BAD_REQUEST_DATA', /^execution_order: /],
    ['another channel', { ...analyzer('1'), channel_id: '2' }, violation, /^channel_id: /],
    ['an analyzer of another organisation', analyzer('10'), violation, /^visit_analyzer_model_id: the organisation/],
    ['an unknown analyzer', analyzer('99'), violation, /^visit_analyzer_model_id: the organisation/],
    ['what is no id', analyzer('abc'), violation, /^visit_analyzer_model_id: the organisation/],
    ['an analyzer that is selected', analyzer('7'), violation, /^visit_analyzer_model_id: .* already$/],
    ['an order that is taken', analyzer('1', 4), violation, /^execution_order: .*4$/],
  ])('are refused with %s', async (_case, body, code, message) => {
    await select('7', { execution_order: 4 });
    expectError(await api.call(editor, 'POST', path, body), 400, code, message);
    expect(await orders()).toEqual([['7', 4]]);
  });

  it('are at most 8', async () => {
    for (let id = 1; id <= 8; id++) expect((await select(id)).status).toBe(200);
    expectError(await select('9'), 400, violation, /^a channel has at most 8 analyzers$/);
    const nine = Array.from({ length: 9 }, (_, index) => analyzer(index + 1));
    expectError(await replace(...nine), 400, violation, /^a channel has at most 8 analyzers$/);
    expect((await replace(...nine.slice(1))).status).toBe(200);
  });

  it('end once', async () => {
    await select('1');
    expect((await api.call(editor, 'DELETE', `${path}/1`)).text).toBe('{"status":"ok"}');
    for (const method of ['GET', 'DELETE'])
      expectError(await api.call(editor, method, `${path}/1`), 404, 'RESOURCE_NOT_FOUND');
    expect((await select('1')).body.data).toMatchObject({ id: '2', execution_order: 1 });
  });

  it('end with their channel', async () => {
    await select('1');
    expect((await api.call(editor, 'DELETE', '/datamarts/1/sites/1')).status).toBe(200);
    expect(await api.query('select from analyzer_selections')).toEqual([]);
    expect((await api.call(editor, 'DELETE', '/activity_analyzers/1')).status).toBe(200);
  });

  it.each([
    ['GET', path],
    ['POST', path],
    ['PUT', path],
    ['GET', `${path}/1`],
    ['DELETE', `${path}/1`],
  ])('are read by readers and written by editors of the organisation: %s %s', async (method, target) => {
    await select('1');
    const body = { POST: analyzer('2'), PUT: { selections: [] } }[method];
    for (const caller of [people.outsider, people.sisterAdmin, { user_id: '', roles: [], worker_of: '1' }])
      expectError(await api.call(caller, method, target, body), 404, 'RESOURCE_NOT_FOUND');
    for (const id of ['0', '9', 'abc', '99999999999999999999'])
      expectError(
        await api.call(editor, method, target.replace('/channels/1/', `/channels/${id}/`), body),
        404,
        'RESOURCE_NOT_FOUND',
      );
    const answer = await api.call(reader, method, target, body);
    if (method === 'GET') expect(answer.status).toBe(200);
    else expectError(answer, 403, 'AUTHORIZATION_ERROR');
  });

  it('are found under their own channel only', async () => {
    await select('1');
    for (const method of ['GET', 'DELETE'])
      expectError(
        await api.call(user('EDITOR', '2'), method, '/channels/2/visit_analyzer_models/1'),
        404,
        'RESOURCE_NOT_FOUND',
      );
  });
});

describe('the whole list', () => {
  it('replaces all selections, and what stays keeps its id', async () => {
    for (const id of ['1', '2', '3']) await select(id);
    const [, second, third] = await list();
    const { body } = await replace(analyzer('3'), analyzer('4'), analyzer(2, 7));
    expect(body).toEqual({
      status: 'ok',
      count: 3,
      total: 3,
      first_result: 0,
      max_results: 50,
      data: [
        { ...third, execution_order: 1 },
        expect.objectContaining({ id: '4', visit_analyzer_model_id: '4', execution_order: 2, created_by: '3' }),
        { ...second, execution_order: 7 },
      ],
    });
    expect(await list()).toEqual(body.data);
    expect((await replace()).body).toMatchObject({ data: [], total: 0 });
    expect(await orders()).toEqual([]);
  });

  it.each<[string, unknown, string, RegExp]>([
    ['no list', {}, 'BAD_REQUEST_DATA', /^selections: /],
    ['an object', { selections: {} }, 'BAD_REQUEST_DATA', /^selections: /],
    ['an element that is no object', { selections: ['1'] }, 'BAD_REQUEST_DATA', /^selections\[0\]: /],
    ['no analyzer', { selections: [{}] }, 'BAD_REQUEST_DATA', /^selections\[0\]\.visit_analyzer_model_id: /],
    ['an analyzer twice', { selections: [analyzer('1'), analyzer(1)] }, violation, /^selections\[1\]\.visit_/],
    ['an order twice', { selections: [analyzer('1', 2), analyzer('2')] }, violation, /^selections\[1\]\.execution_/],
    ['a foreign analyzer', { selections: [analyzer('1'), analyzer('10')] }, violation, /^visit_analyzer_model_id: /],
  ])('is refused with %s', async (_case, body, code, message) => {
    await select('7');
    expectError(await api.call(editor, 'PUT', path, body), 400, code, message);
    expect(await orders()).toEqual([['7', 1]]);
  });
});

describe('at the same time', () => {
  const rounds = Array.from({ length: 5 }, (_, round) => [round]);

  it.each(rounds)('selections get different orders (round %i)', async () => {
    const answers = await Promise.all(['1', '2', '3', '4'].map((id) => select(id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await orders()).map(([, order]) => order)).toEqual([1, 2, 3, 4]);
  });

  it.each(rounds)('an analyzer is selected or deleted (round %i)', async () => {
    const [selected, deleted] = await Promise.all([select('1'), api.call(editor, 'DELETE', '/activity_analyzers/1')]);
    expect([selected.status, deleted.status].sort()).toEqual([200, 400]);
    expect(await orders()).toEqual(selected.status === 200 ? [['1', 1]] : []);
  });
});
