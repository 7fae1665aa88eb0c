import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import { DataSource } from 'typeorm';
import { createLogger } from '@tributary/runtime/logger';
import { makeToken } from '../../src/commands/make-token.js';
import { BootedAdmin, expectRefusal, type Answer } from '../booted-admin.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());
// The outsider is the only admin of its community again, without a token.
afterEach(async () => {
  await admin.query('delete from api_tokens');
  await admin.query('delete from users where id > 7');
});

const adminRole = { organisation_id: '3', role: 'COMMUNITY_ADMIN' } as const;
const last = 'outsider';
const tokensOf = (id: string) => `/users/${id}/api_tokens`;

/** Another admin of the community of the outsider, who is user 7. */
async function aSecondAdmin() {
  const names = { first_name: 'A', last_name: 'B', organisation_id: '3', email: `${randomUUID()}@example.com` };
  const { id } = await admin.data(last, 'POST', '/users', names);
  const granted = await admin.data(last, 'POST', `/users/${id}/user_roles`, adminRole);
  const caller: Caller = { user_id: id, roles: [adminRole] };
  return { id, role: `/users/${id}/user_roles/${granted.id}`, caller };
}
const addToken = (id: string, fields: object = {}) =>
  admin.data<ApiToken>(last, 'POST', tokensOf(id), { name: 'x', ...fields });
const ownRole = async () => {
  const [role] = await admin.data<{ id: string }[]>(last, 'GET', '/users/7/user_roles');
  return `/users/7/user_roles/${role?.id}`;
};

const expectLeft = (answer: Answer, field: string) =>
  expectRefusal(
    answer,
    'CONSTRAINT_VIOLATION_EXCEPTION',
    `^${field}: the community would be left without an admin who has a valid API token of full rights. Create such a token first`,
  );

describe('the last admin who has a valid token', () => {
  it('cannot be demoted, removed or deleted, while another admin has none', async () => {
    await addToken('7');
    const second = await aSecondAdmin();
    const own = await ownRole();
    expectLeft(await admin.call(second.caller, 'PUT', own, { role: 'READER' }), 'role');
    expectLeft(await admin.call(second.caller, 'DELETE', own), 'role');
    expectLeft(await admin.call(second.caller, 'DELETE', '/users/7'), 'user_id');
    const change = { role: 'COMMUNITY_ADMIN' };
    expect((await admin.call(second.caller, 'PUT', own, change)).status).toBe(200);
  });

  it.each<[string, (id: string) => Promise<unknown>, boolean]>([
    ['a token', (id) => addToken(id), true],
    ['a token for the role', (id) => addToken(id, { role: 'COMMUNITY_ADMIN' }), true],
    ['a token of make-token', (id) => make(id), true],
    ['a token for a lower role', (id) => addToken(id, { role: 'ORGANISATION_ADMIN' }), false],
    ['a token for datamarts', (id) => addToken(id, { datamart_ids: ['3'] }), false],
    ['an expired token', (id) => addToken(id).then((token) => expire(token)), false],
    ['a token of before it got the role', (id) => addToken(id).then((token) => lowerCeiling(token)), false],
    ['a signing key', (id) => addKey(id), false],
  ])('beside one who has %s', async (_case, give, isEnough) => {
    await addToken('7');
    const second = await aSecondAdmin();
    await give(second.id);
    const answer = await admin.call(last, 'PUT', await ownRole(), { role: 'COMMUNITY_ADMIN' });
    expect(answer.status).toBe(200);
    const removal = await admin.call(second.caller, 'DELETE', await ownRole());
    if (isEnough) expect(removal.status).toBe(200);
    else expectLeft(removal, 'role');
    if (isEnough)
      await admin.query("insert into user_roles (user_id, organisation_id, role) values (7, 3, 'COMMUNITY_ADMIN')");
  });

  it('may remove an admin who has no token', async () => {
    await addToken('7');
    const { id, role } = await aSecondAdmin();
    expect((await admin.call(last, 'DELETE', role)).status).toBe(200);
    expect((await admin.call(last, 'DELETE', `/users/${id}`)).status).toBe(200);
  });

  it('remains if two admins with tokens remove each other at the same time', async () => {
    const second = await aSecondAdmin();
    await addToken('7');
    await addToken(second.id);
    // One of them has the role then, and both have their tokens.
    const [one, other] = [await ownRole(), second.role];
    const answers = await Promise.all([
      admin.call(second.caller, 'PUT', one, { role: 'READER' }),
      admin.call(last, 'PUT', other, { role: 'READER' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    await admin.query("update user_roles set role = 'COMMUNITY_ADMIN' where user_id = 7");
  });
});

describe('the last valid token of the last admin', () => {
  const revoke = (id: string, token: ApiToken, caller: Caller | typeof last = last) =>
    admin.call(caller, 'DELETE', `${tokensOf(id)}/${token.id}`);

  it('cannot be revoked until there is another one', async () => {
    const first = await addToken('7');
    expectLeft(await revoke('7', first), 'api_token_id');
    const next = await addToken('7');
    expect((await revoke('7', first)).status).toBe(200);
    expectLeft(await revoke('7', next), 'api_token_id');
  });

  it('can be revoked if another admin has one', async () => {
    const first = await addToken('7');
    const second = await aSecondAdmin();
    expectLeft(await revoke('7', first), 'api_token_id');
    await addToken(second.id);
    expect((await revoke('7', first)).status).toBe(200);
  });

  it('remains if the last two are revoked at the same time', async () => {
    const second = await aSecondAdmin();
    const [one, other] = [await addToken('7'), await addToken(second.id)];
    const answers = await Promise.all([revoke('7', one), revoke(second.id, other, second.caller)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is no reason to keep a token that is expired or limited', async () => {
    await addToken('7');
    const expired = await addToken('7').then((token) => expire(token));
    const limited = await addToken('7', { role: 'READER' });
    for (const token of [expired, limited]) expect((await revoke('7', token)).status).toBe(200);
    await admin.query('update api_tokens set expiration_date = 1');
    const useless = await addToken('7', { datamart_ids: ['3'] });
    expect((await revoke('7', useless)).status).toBe(200);
  });

  it('of a user who is no community admin can be revoked', async () => {
    const token = await admin.data<ApiToken>('reader', 'POST', tokensOf('4'), { name: 'x' });
    expect((await admin.call('reader', 'DELETE', `${tokensOf('4')}/${token.id}`)).status).toBe(200);
  });
});

const make = (user: string) =>
  makeToken(admin.get(DataSource), { user, lifetime: { amount: 1, unit: 'd' } }, createLogger('admin', 'silent'));

async function expire(token: ApiToken): Promise<ApiToken> {
  await admin.query('update api_tokens set expiration_date = $2 where id = $1', [token.id, Date.now() - 1]);
  return token;
}

const lowerCeiling = ({ id }: ApiToken) =>
  admin.query('update api_tokens set limits = $2 where id = $1', [
    id,
    { ceiling: [{ organisation_id: '3', role: 'EDITOR' }] },
  ]);

const addKey = (id: string) =>
  admin.data(last, 'POST', `/users/${id}/message_authentication_keys`, { scheme: 'HMAC_SHA256', key_id: randomUUID() });
