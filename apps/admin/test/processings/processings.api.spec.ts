import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, people, user, type Fields } from '../booted-admin.js';

let api: BootedAdmin;

beforeAll(async () => (api = await BootedAdmin.boot()));
beforeEach(() => api.query('truncate processings, channels restart identity cascade'));
afterAll(() => api.stop());

const { communityAdmin, outsider } = people;
const aProcessing = (difference: Fields = {}): Fields => ({
  community_id: '1',
  name: 'Personalisation',
  legal_basis: 'CONSENT',
  ...difference,
});
const create = (difference?: Fields, caller = communityAdmin) =>
  api.data(caller, 'POST', '/processings', aProcessing(difference));

describe('processings', () => {
  it('are created for a community, read by its readers, and not archived by default', async () => {
    const before = Date.now();
    const created = await create({ id: '99', creation_ts: 1, purpose: '', technical_name: null });
    expect(created).toEqual({
      ...aProcessing(),
      id: '1',
      purpose: '',
      archived: false,
      creation_ts: expect.any(Number),
    });
    expect(created['creation_ts']).toBeGreaterThanOrEqual(before);
    for (const reader of [people.reader, people.sisterReader])
      expect(await api.data(reader, 'GET', '/processings/1')).toEqual(created);
    expect(await create({ technical_name: 'perso', archived: true })).toMatchObject({
      technical_name: 'perso',
      archived: true,
    });
  });

  it.each<[string, Fields, RegExp]>([
    ['no name', { name: undefined }, /^name: /],
    ['an empty name', { name: '' }, /^name: must not be empty/],
    ['a name that is not a string', { name: 1 }, /^name: /],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, /^name: is longer than 255/],
    ['no legal basis', { legal_basis: undefined }, /^legal_basis: must be one of CONSENT, /],
    ['an unknown legal basis', { legal_basis: 'consent' }, /^legal_basis: must be one of /],
    ['a purpose that is not a string', { purpose: {} }, /^purpose: /],
    ['a purpose of 4,097 characters', { purpose: 'x'.repeat(4_097) }, /^purpose: is longer than 4096/],
    ['an empty technical name', { technical_name: '' }, /^technical_name: must not be empty/],
    ['archived that is not a boolean', { archived: 'true' }, /^archived: /],
  ])('are refused with %s', async (_case, difference, message) => {
    await create();
    for (const [method, path] of [
      ['POST', '/processings'],
      ['PUT', '/processings/1'],
    ] as const) {
      const answer = await api.call(communityAdmin, method, path, aProcessing(difference));
      expectError(answer, 400, 'BAD_REQUEST_DATA', message);
    }
  });

  it.each(['POST', 'PUT'])('are refused by %s without a body, and with one that is no object', async (method) => {
    await create();
    const path = method === 'POST' ? '/processings' : '/processings/1';
    expectError(await api.call(communityAdmin, method, path), 400, 'BAD_REQUEST_FORMAT');
    for (const body of [[], 'null', '1'])
      expectError(await api.call(communityAdmin, method, path, body), 400, 'BAD_REQUEST_DATA');
  });

  it('are refused without a community, but replaced without naming it', async () => {
    const nameless = aProcessing({ community_id: undefined });
    const answer = await api.call(communityAdmin, 'POST', '/processings', nameless);
    expectError(answer, 400, 'BAD_REQUEST_DATA', /^community_id: /);
    await create();
    expect(await api.data(communityAdmin, 'PUT', '/processings/1', nameless)).toMatchObject({ community_id: '1' });
  });

  it('are replaced: what a PUT does not name becomes absent', async () => {
    const {
      purpose: _purpose,
      technical_name: _name,
      ...kept
    } = await create({ purpose: 'p', technical_name: 't', archived: true });
    const replaced = { ...kept, name: 'B', legal_basis: 'LEGAL_OBLIGATION', archived: false };
    const body = aProcessing({ name: 'B', legal_basis: 'LEGAL_OBLIGATION' });
    expect(await api.data(communityAdmin, 'PUT', '/processings/1', body)).toEqual(replaced);
    expect(await api.data(communityAdmin, 'GET', '/processings/1')).toEqual(replaced);
    const archived = aProcessing({ archived: true });
    expect(await api.data(communityAdmin, 'PUT', '/processings/1', archived)).toMatchObject({ archived: true });
  });

  it('keep their community', async () => {
    const created = await create();
    const adminOfBoth = { ...communityAdmin, roles: [...communityAdmin.roles, ...outsider.roles] };
    for (const caller of [communityAdmin, adminOfBoth])
      for (const community_id of ['2', '99', 'x', 1])
        expect(await api.data(caller, 'PUT', '/processings/1', aProcessing({ community_id, name: 'B' }))).toEqual({
          ...created,
          name: 'B',
        });
  });

  it.each([1, 'x'])('are not created in the community %j', async (community_id) => {
    const answer = await api.call(communityAdmin, 'POST', '/processings', aProcessing({ community_id }));
    expectError(answer, 400, 'BAD_REQUEST_DATA', /^community_id: /);
  });

  it('are listed by community, archived ones too', async () => {
    await create({ archived: true });
    await create({ community_id: '2' }, outsider);
    await create();
    const listed = async (query: string, caller = people.sisterReader) =>
      ((await api.data(caller, 'GET', `/processings?${query}`)) as unknown as Fields[]).map(({ id }) => id);
    expect(await listed('community_id=1')).toEqual(['1', '3']);
    expect(await listed('community_id=1&first_result=1&max_results=1')).toEqual(['3']);
    expect(await listed('community_id=2', outsider)).toEqual(['2']);
    for (const path of ['/processings', '/processings?community_id=x', '/processings?community_id='])
      expectError(await api.call(communityAdmin, 'GET', path), 400, 'BAD_REQUEST_DATA', /^community_id: /);
    for (const id of ['2', '99', '-1'])
      expectError(await api.call(communityAdmin, 'GET', `/processings?community_id=${id}`), 403, 'AUTHORIZATION_ERROR');
    expectError(
      await api.call(communityAdmin, 'GET', '/processings?community_id=1&max_results=0'),
      400,
      'BAD_REQUEST_DATA',
      /^max_results: /,
    );
  });

  it('are deleted once', async () => {
    await create();
    expect((await api.call(communityAdmin, 'DELETE', '/processings/1')).text).toBe('{"status":"ok"}');
    for (const method of ['GET', 'DELETE'])
      expectError(await api.call(communityAdmin, method, '/processings/1'), 404, 'RESOURCE_NOT_FOUND');
    expect(await create()).toMatchObject({ id: '2' });
  });

  it.each([
    ['POST', '/processings'],
    ['GET', '/processings/1'],
    ['PUT', '/processings/1'],
    ['DELETE', '/processings/1'],
  ])('are written by admins of the community only: %s %s', async (method, path) => {
    await create();
    const body = method === 'POST' || method === 'PUT' ? aProcessing() : undefined;
    for (const role of ['READER', 'EDITOR', 'ORGANISATION_ADMIN'] as const)
      expect((await api.call(user(role), method, path, body)).status).toBe(method === 'GET' ? 200 : 403);
    const hidden = await api.call(outsider, method, path, body);
    if (method === 'POST') return expectError(hidden, 403, 'AUTHORIZATION_ERROR');
    expectError(hidden, 404, 'RESOURCE_NOT_FOUND');
    for (const id of ['0', '2', 'abc', '99999999999999999999'])
      expectError(await api.call(communityAdmin, method, `/processings/${id}`, body), 404, 'RESOURCE_NOT_FOUND');
  });
});
