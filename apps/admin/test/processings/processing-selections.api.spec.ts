import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, people, user, type Answer } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(async () => {
  await api.query('truncate processings, channels restart identity cascade');
  // Channel 1 of organisation 1, channel 2 of its sister, channel 3 of the other community.
  for (const id of ['1', '2', '3'])
    await api.data(user('EDITOR', id), 'POST', `/datamarts/${id}/channels`, { name: 'Shop', type: 'SITE' });
  for (const name of ['A', 'B']) await createProcessing(name);
  await createProcessing('C', '2');
});
afterAll(() => api.stop());

const createProcessing = (name: string, community_id = '1', legal_basis = 'CONSENT') =>
  api.data(community_id === '1' ? people.communityAdmin : people.outsider, 'POST', '/processings', {
    community_id,
    name,
    legal_basis,
  });
const { editor, reader } = people;
const path = '/channels/1/processing_selections';
const select = (processing_id: unknown) => api.data(editor, 'POST', path, { processing_id });

describe('selections of processings', () => {
  it('are made by an editor, and read with the name that the processing has', async () => {
    const before = Date.now();
    const body = { processing_id: '2', id: '9', channel_id: '2', processing_name: 'own', creation_ts: 1 };
    const created = await api.data(editor, 'POST', path, body);
    const expected = { id: '1', channel_id: '1', processing_id: '2', processing_name: 'B' };
    expect(created).toEqual({ ...expected, creation_ts: expect.any(Number) });
    expect(created['creation_ts']).toBeGreaterThanOrEqual(before);
    expect(await api.data(reader, 'GET', `${path}/1`)).toEqual(created);
    const renamed = { name: 'D', legal_basis: 'CONSENT' };
    await api.data('communityAdmin', 'PUT', '/processings/2', renamed);
    expect(await api.data(reader, 'GET', `${path}/1`)).toEqual({ ...created, processing_name: 'D' });
  });

  it('take an integer as the id of the processing', async () => {
    expect(await select(2)).toMatchObject({ processing_id: '2' });
  });

  it.each<[string, unknown, RegExp]>([
    ['no processing', undefined, /^processing_id: must be the id/],
    ['null', null, /^processing_id: must be the id/],
    ['an empty text', '', /^processing_id: must be the id/],
    ['a fraction', 1.5, /^processing_id: must be the id/],
    ['a list', ['1'], /^processing_id: must be the id/],
    ['a boolean', true, /^processing_id: must be the id/],
  ])('are refused with %s', async (_case, processing_id, message) => {
    expectError(await api.call(editor, 'POST', path, { processing_id }), 400, 'BAD_REQUEST_DATA', message);
  });

  it.each<unknown>(['3', 3, '4', '0', '-1', -1, '01', '1 ', 'abc', '9'.repeat(30), 1e300, 9_007_199_254_740_993])(
    'are refused for %j, which is no processing of the community of the channel',
    async (processing_id) => {
      const answer = await api.call(editor, 'POST', path, { processing_id });
      const message = /^processing_id: the community of the channel has no such processing$/;
      expectError(answer, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', message);
    },
  );

  it('are refused without a body, and with one that is no object', async () => {
    expectError(await api.call(editor, 'POST', path), 400, 'BAD_REQUEST_FORMAT');
    expectError(await api.call(editor, 'POST', path, []), 400, 'BAD_REQUEST_DATA');
  });

  it('are made once for a channel, and for a sister organisation, too', async () => {
    await select('1');
    const again = await api.call(editor, 'POST', path, { processing_id: 1 });
    expectError(again, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /^processing_id: .* already$/);
    const sister = await api.data(user('EDITOR', '2'), 'POST', '/channels/2/processing_selections', {
      processing_id: '1',
    });
    expect(sister).toMatchObject({ channel_id: '2', processing_id: '1' });
  });

  it('are listed by channel', async () => {
    for (const id of ['2', '1']) await select(id);
    const listed = async (query = '') => (await api.call(reader, 'GET', path + query)).body;
    expect(await listed()).toMatchObject({
      data: [{ processing_id: '2' }, { processing_id: '1' }],
      count: 2,
      total: 2,
    });
    expect(await listed('?first_result=1&max_results=1')).toMatchObject({ data: [{ id: '2' }], count: 1, total: 2 });
    expect(await listed('?first_result=9')).toMatchObject({ data: [], count: 0, total: 2 });
    expectError(await api.call(reader, 'GET', `${path}?max_results=0`), 400, 'BAD_REQUEST_DATA', /^max_results: /);
  });

  it('end once', async () => {
    await select('1');
    expect((await api.call(editor, 'DELETE', `${path}/1`)).text).toBe('{"status":"ok"}');
    for (const method of ['GET', 'DELETE'])
      expectError(await api.call(editor, method, `${path}/1`), 404, 'RESOURCE_NOT_FOUND');
    expect(await select('1')).toMatchObject({ id: '2' });
  });

  it('keep their processing from being deleted, and end with their channel', async () => {
    await select('1');
    const refused = await api.call('communityAdmin', 'DELETE', '/processings/1');
    expectError(refused, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', /selected/);
    await api.data(editor, 'GET', `${path}/1`);
    expect((await api.call(editor, 'DELETE', '/datamarts/1/sites/1')).status).toBe(200);
    expectError(await api.call(editor, 'GET', path), 404, 'RESOURCE_NOT_FOUND');
    expect((await api.call('communityAdmin', 'DELETE', '/processings/1')).status).toBe(200);
  });

  it('are at most 100 of a channel', async () => {
    await api.query(`insert into processings (community_id, name, legal_basis, archived, creation_ts)
      select 1, 'x', 'CONSENT', false, 1 from generate_series(1, 100)`);
    await api.query(`insert into processing_selections (channel_id, processing_id, creation_ts)
      select 1, id, 1 from processings where id > 3 and id <= 102`);
    await select('1');
    const message = /^a channel has at most 100 selections$/;
    const refused = await api.call(editor, 'POST', path, { processing_id: '2' });
    expectError(refused, 400, 'CONSTRAINT_VIOLATION_EXCEPTION', message);
  });

  it.each([
    ['GET', path],
    ['POST', path],
    ['GET', `${path}/1`],
    ['DELETE', `${path}/1`],
  ])('are read by readers and written by editors of the organisation: %s %s', async (method, target) => {
    await select('1');
    const body = method === 'POST' ? { processing_id: '2' } : undefined;
    for (const caller of [people.outsider, people.sisterAdmin, { user_id: '9', roles: [] }])
      expectError(await api.call(caller, method, target, body), 404, 'RESOURCE_NOT_FOUND');
    for (const id of ['0', '9', 'abc', '99999999999999999999']) {
      const missing = target.replace('/channels/1/', `/channels/${id}/`);
      expectError(await api.call(editor, method, missing, body), 404, 'RESOURCE_NOT_FOUND');
    }
    const answer = await api.call(reader, method, target, body);
    if (method === 'GET') expect(answer.status).toBe(200);
    else expectError(answer, 403, 'AUTHORIZATION_ERROR');
  });

  it('are found under their own channel only', async () => {
    await select('1');
    await api.data(user('EDITOR'), 'POST', '/datamarts/1/channels', { name: 'Other', type: 'SITE' });
    for (const id of ['2', '0', 'abc', '9'.repeat(30)])
      expectError(await api.call(editor, 'DELETE', `${path}/${id}`), 404, 'RESOURCE_NOT_FOUND');
    for (const method of ['GET', 'DELETE']) {
      const other = `/channels/4/processing_selections/1`;
      expectError(await api.call(editor, method, other), 404, 'RESOURCE_NOT_FOUND');
    }
  });
});

describe('at the same time', () => {
  const statuses = async (calls: Promise<Answer>[]) =>
    (await Promise.all(calls)).map(({ status, body }) => `${status} ${body.error_code ?? 'ok'}`).sort();
  const rounds = Array.from({ length: 8 }, (_, round) => [round]);
  const violation = '400 CONSTRAINT_VIOLATION_EXCEPTION';

  it.each(rounds)('only one of two equal selections is made (round %i)', async () => {
    const selection = () => api.call(editor, 'POST', path, { processing_id: '1' });
    expect(await statuses([selection(), selection(), selection()])).toEqual(['200 ok', violation, violation]);
    expect(await api.query('select from processing_selections')).toHaveLength(1);
  });

  it.each(rounds)('a processing is selected or deleted (round %i)', async () => {
    const answers = await statuses([
      api.call(editor, 'POST', path, { processing_id: '1' }),
      api.call('communityAdmin', 'DELETE', '/processings/1'),
    ]);
    expect(answers).toEqual(['200 ok', violation]);
    const selected = await api.query('select processing_id::int from processing_selections');
    const left = await api.query('select id::int as processing_id from processings where id = 1');
    expect(selected).toEqual(left);
  });

  it.each(rounds)('a channel gets a selection or is deleted (round %i)', async () => {
    const answers = await statuses([
      api.call(editor, 'POST', path, { processing_id: '1' }),
      api.call(editor, 'DELETE', '/datamarts/1/sites/1'),
    ]);
    expect(['200 ok,200 ok', '200 ok,404 RESOURCE_NOT_FOUND']).toContain(String(answers));
    expect(await api.query('select from processing_selections')).toEqual([]);
  });
});
