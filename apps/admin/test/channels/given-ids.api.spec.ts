import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BootedAdmin, expectError, people, user, type Fields } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let api: BootedAdmin;
let second: string;
/** Another id in each test: followers still know the channels that are truncated. */
let shop = 'shop-0';

beforeAll(async () => {
  api = await BootedAdmin.boot();
  const datamart = { name: 'b', organisation_id: '1' };
  second = String((await api.data(user('ORGANISATION_ADMIN'), 'POST', '/datamarts', datamart)).id);
});
beforeEach(async () => {
  await api.query('truncate channels, processings restart identity cascade');
  shop = `shop-${Number(shop.slice(5)) + 1}`;
});
afterAll(() => api.stop());

const editor = user('EDITOR');
const create = (id?: string | null, datamart_id = '1', caller = editor) =>
  api.data(caller, 'POST', `/datamarts/${datamart_id}/channels`, { name: 'Shop', type: 'SITE', id });
const createAgain = (id: string, datamart_id = '1') =>
  api.call(editor, 'POST', `/datamarts/${datamart_id}/channels`, { name: 'Shop', type: 'SITE', id });
const createProcessing = async () => {
  const input = { community_id: '1', name: 'A', legal_basis: 'CONSENT' };
  return String((await api.data('communityAdmin', 'POST', '/processings', input))['id']);
};
const below = (id: string, query = '') => `/channels/${encodeURIComponent(id)}/processing_selections${query}`;
const channelOf = async (path: string, caller = editor) => {
  const selection = await api.data(caller, 'POST', path, { processing_id: await createProcessing() });
  return selection['channel_id'];
};
/** The datamarts in which an id has processings for those who follow. */
const enforcedIn = (id: string) =>
  ['1', '2', second].filter((datamart_id) => FakeGateway.follower.processingsOf(datamart_id, id).length > 0);

describe('a channel with an id of its client', () => {
  it.each(['shop-fr', '8298', '007', ' a b ', 'a/b', '%2F', '..', 'é✓', "'; drop", 'x'.repeat(128)])(
    'is created, read, changed, listed and deleted as %j',
    async (id) => {
      const created = await create(id);
      expect(created).toEqual({
        id,
        datamart_id: '1',
        organisation_id: '1',
        name: 'Shop',
        type: 'SITE',
        enable_analytics: false,
        leaves_out_bots: false,
        token: expect.any(String),
        creation_ts: expect.any(Number),
      });
      if (id === '..') return; // Programs take it for the path above.
      const path = `/datamarts/1/channels/${encodeURIComponent(id)}`;
      expect(await api.data(people.reader, 'GET', path)).toEqual(created);
      const site = path.replace('/channels/', '/sites/');
      expect(await api.data(editor, 'PUT', site, { name: 'B', id: 'other' })).toEqual({ ...created, name: 'B' });
      expect(await api.data(people.reader, 'GET', '/datamarts/1/channels')).toMatchObject([{ id, name: 'B' }]);
      expect(await channelOf(below(id))).toBe(id);
      expect(enforcedIn(id)).toEqual(['1']);
      expect((await api.call(editor, 'DELETE', site)).status).toBe(200);
      expectError(await api.call(editor, 'GET', path), 404, 'RESOURCE_NOT_FOUND');
      expect(enforcedIn(id)).toEqual([]);
    },
  );

  it('is not found by the number of its row, nor enforced for it', async () => {
    await create(shop);
    expect(await channelOf(below(shop))).toBe(shop);
    expect([enforcedIn(shop), enforcedIn('1')]).toEqual([['1'], []]);
    for (const path of ['/datamarts/1/channels/1', below('1')])
      expectError(await api.call(editor, 'GET', path), 404, 'RESOURCE_NOT_FOUND');
  });

  it.each(['x'.repeat(129), 'a\0b'])('is not found as %j', async (id) => {
    for (const path of [`/datamarts/1/channels/${encodeURIComponent(id)}`, below(id)])
      expectError(await api.call(editor, 'GET', path), 404, 'RESOURCE_NOT_FOUND');
  });

  it('is the only one of its datamart, among given and made ids', async () => {
    const message = /^id: the datamart has a channel of this id already$/;
    const made = await create(null);
    await create(shop);
    for (const id of [shop, String(made['id'])])
      expectError(await createAgain(id), 400, 'CONSTRAINT_VIOLATION_EXCEPTION', message);
    expect((await createAgain(shop, second)).status).toBe(200);
    expect((await createAgain(shop.toUpperCase())).status).toBe(200);
  });

  it('leaves its id to a successor, whose selections count', async () => {
    await create(shop);
    await channelOf(below(shop));
    await api.call(editor, 'DELETE', `/datamarts/1/sites/${shop}`);
    await create(shop);
    expect(enforcedIn(shop)).toEqual([]);
    await channelOf(below(shop));
    expect(enforcedIn(shop)).toEqual(['1']);
  });

  it('makes the server skip the id, in every datamart', async () => {
    for (const id of ['4', '5', '7']) await create(id, '2', user('EDITOR', '2'));
    expect([(await create())['id'], (await create())['id']]).toEqual(['6', '8']);
  });

  it('may take an id at the same time as the server makes it: one gets it, and the server always gets one', async () => {
    for (let round = 0; round < 20; round += 1) {
      const next = Number((await create())['id']) + 1;
      const [made, given] = await Promise.all([create(), createAgain(String(next))]);
      expect(given.status).toBe(made['id'] === String(next) ? 400 : 200);
    }
  });
});

describe('a path below an id of several datamarts', () => {
  it('needs the datamart, and 400 says so', async () => {
    await create(shop);
    await create(shop, second);
    for (const method of ['GET', 'POST'])
      expectError(
        await api.call(editor, method, below(shop), method === 'POST' ? {} : undefined),
        400,
        'BAD_REQUEST_DATA',
        /^datamart_id: several datamarts have a channel of this id; name one with \?datamart_id=$/,
      );
    await channelOf(below(shop, `?datamart_id=${second}`));
    expect(enforcedIn(shop)).toEqual([second]);
    const listed = await api.data(people.reader, 'GET', below(shop, '?datamart_id=1'));
    expect(listed).toEqual([]);
  });

  it('means the channel that the server has made, unless it names a datamart', async () => {
    const { id } = await create();
    await create(String(id), second);
    await channelOf(below(String(id)));
    expect(enforcedIn(String(id))).toEqual(['1']);
    await channelOf(below(String(id), `?datamart_id=${second}`));
    expect(enforcedIn(String(id))).toEqual(['1', second]);
  });

  it('is not made ambiguous by what the caller cannot read, which is not found', async () => {
    await create(shop, '2', user('EDITOR', '2'));
    expectError(await api.call(editor, 'GET', below(shop)), 404, 'RESOURCE_NOT_FOUND');
    await create(shop);
    expect(await channelOf(below(shop))).toBe(shop);
    expect(enforcedIn(shop)).toEqual(['1']);
    // A made id of another organisation does not take the meaning either.
    const { id } = await create(null, '2', user('EDITOR', '2'));
    await create(String(id));
    await channelOf(below(String(id)));
    expect(enforcedIn(String(id))).toEqual(['1']);
    expectError(await api.call(people.communityAdmin, 'GET', below(shop)), 400, 'BAD_REQUEST_DATA');
  });

  it('answers about a foreign datamart as if there were none', async () => {
    await create(shop, '2', user('EDITOR', '2'));
    for (const datamart_id of ['2', '999'])
      for (const id of [shop, 'other'])
        expectError(
          await api.call(editor, 'GET', below(id, `?datamart_id=${datamart_id}`)),
          403,
          'AUTHORIZATION_ERROR',
        );
    expectError(await api.call(editor, 'GET', below(shop, '?datamart_id=x')), 400, 'BAD_REQUEST_DATA');
    const ofOneDatamart: Fields = { ...editor, datamart_ids: ['1'] };
    for (const id of [shop, 'other'])
      expectError(await api.call(ofOneDatamart as never, 'GET', below(id)), 403, 'AUTHORIZATION_ERROR');
  });

  it('is found by a credential of its datamart, and by that of another as if there were none', async () => {
    await create(shop);
    const credentialOf = (datamart_id: string) => ({ ...editor, datamart_ids: [datamart_id] }) as never;
    const body = { processing_id: await createProcessing() };
    expect((await api.call(credentialOf('1'), 'POST', below(shop), body)).status).toBe(200);
    expect((await api.call(credentialOf('1'), 'GET', below(shop))).status).toBe(200);
    for (const [datamart_id, id] of [
      ['2', shop],
      ['1', 'other'],
    ] as const)
      expectError(await api.call(credentialOf(datamart_id), 'GET', below(id)), 403, 'AUTHORIZATION_ERROR');
  });

  it('is written by editors of its datamart only', async () => {
    await create(shop);
    const body = { processing_id: await createProcessing() };
    expectError(await api.call(people.reader, 'POST', below(shop), body), 403, 'AUTHORIZATION_ERROR');
    expectError(await api.call(people.outsider, 'POST', below(shop), body), 404, 'RESOURCE_NOT_FOUND');
  });
});
