import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import type { ConnectedUser } from '@tributary/contracts/admin/connected-user';
import { Publisher } from '@tributary/bus/publishing/publisher';
import { credentialsUsed } from '@tributary/contracts/topics/topics';
import { eventually } from '@tributary/testing/eventually';
import { BootedAdmin, expectError, people } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

/** The editor, who is user 3. */
const { editor } = people;
const tokens = `/users/${editor.user_id}/api_tokens`;
const create = (fields: object, caller: Caller = editor) =>
  admin.data<ApiToken>(caller, 'POST', tokens, { name: 'x', ...fields });
const limitsOf = ({ id }: ApiToken) => {
  const known = FakeGateway.credentials.get(`api_token/${id}`);
  return known && 'limits' in known ? known.limits : undefined;
};
const monthMs = 30 * 86_400_000;

describe('a token', () => {
  it('may be made for a role, for datamarts, and until a time', async () => {
    const expiration_ts = Date.now() + monthMs;
    const token = await create({ role: 'READER', datamart_ids: ['1'], expiration_ts });
    expect(token).toMatchObject({ role: 'READER', datamart_ids: ['1'], expiration_date: expiration_ts });
    expect(limitsOf(token)).toEqual({ role: 'READER', datamart_ids: ['1'] });
    const read = await admin.data<ApiToken>(editor, 'GET', `${tokens}/${token.id}`);
    expect(read).toEqual({ ...token, value: expect.stringMatching(/^\*{4}/) });
  });

  it('has no limits without them', async () => {
    const token = await create({ role: null, datamart_ids: null, expiration_ts: null });
    expect(Object.keys(token).sort()).toEqual([
      'created_by',
      'creation_date',
      'expiration_date',
      'id',
      'name',
      'value',
    ]);
    expect(limitsOf(token)).toBeUndefined();
  });

  it.each<[string, object, number, string, RegExp]>([
    ['a time that is past', { expiration_ts: 1 }, 400, 'BAD_REQUEST_DATA', /^expiration_ts: must be in the future$/],
    ['25 months', { expiration_ts: Date.now() + 25 * 31 * 86_400_000 }, 400, 'BAD_REQUEST_DATA', /^expiration_ts: /],
    ['a time as text', { expiration_ts: 'tomorrow' }, 400, 'BAD_REQUEST_DATA', /^expiration_ts: /],
    [
      'a part of a millisecond',
      { expiration_ts: Date.now() + 86_400_000.5 },
      400,
      'BAD_REQUEST_DATA',
      /^expiration_ts: /,
    ],
    ['no datamarts', { datamart_ids: [] }, 400, 'BAD_REQUEST_DATA', /^datamart_ids: /],
    ['an unknown role', { role: 'OWNER' }, 400, 'BAD_REQUEST_DATA', /^role: /],
    ['a datamart that the user cannot read', { datamart_ids: ['2'] }, 403, 'AUTHORIZATION_ERROR', /./],
    ['a datamart that does not exist', { datamart_ids: ['99'] }, 403, 'AUTHORIZATION_ERROR', /./],
  ])('is refused for %s', async (_case, fields, status, code, message) => {
    expectError(await admin.call(editor, 'POST', tokens, { name: 'x', ...fields }), status, code, message);
  });

  it('makes none that is wider than itself', async () => {
    const { id: token_id } = await create({ role: 'READER', datamart_ids: ['1'] });
    const narrow: Caller = { ...editor, token_id };
    expect(limitsOf(await create({ role: 'EDITOR' }, narrow))).toEqual({ role: 'READER', datamart_ids: ['1'] });
  });

  it('shows the last hour of its use', async () => {
    const token = await create({});
    const used = (hour_ts: number) =>
      admin
        .get(Publisher)
        .publish(credentialsUsed, [
          { id: `${hour_ts}`, value: { uses: [{ kind: 'api_token' as const, id: token.id, hour_ts }] } },
        ]);
    const lastUse = async () => (await admin.data<ApiToken>(editor, 'GET', `${tokens}/${token.id}`)).last_used_ts;
    expect(await lastUse()).toBeUndefined();
    await used(7_200_000);
    await eventually(async () => expect(await lastUse()).toBe(7_200_000));
    await used(3_600_000);
    await used(10_800_000);
    await eventually(async () => expect(await lastUse()).toBe(10_800_000));
  });
});

describe('the connected user', () => {
  const connected = (caller: Caller) => admin.data<ConnectedUser>(caller, 'GET', '/connected_user');

  it('has no limits with a credential of full rights', async () =>
    expect(await connected(editor)).not.toHaveProperty('credential'));

  it('has the roles and datamarts that its credential has, and what limits it', async () => {
    const narrow = {
      ...editor,
      highest_role: 'READER' as const,
      datamart_ids: ['1'],
      lacks_later_roles: true as const,
    };
    expect(await connected(narrow)).toMatchObject({
      roles: [{ organisation_id: '1', role: 'READER' }],
      datamarts: [{ id: '1' }],
      credential: { role: 'READER', datamart_ids: ['1'], lacks_later_roles: true },
    });
    expect((await connected({ ...editor, roles: [] })).roles).toEqual([]);
  });
});
