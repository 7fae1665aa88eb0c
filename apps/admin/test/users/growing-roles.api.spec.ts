import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import type { MessageAuthenticationKey } from '@tributary/contracts/admin/message-authentication-key';
import { eventually } from '@tributary/testing/eventually';
import { lockWaits } from '@tributary/testing/postgres/lock-waits';
import { Client } from 'pg';
import { BootedAdmin, expectRefusal, type Who } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const here = (role: Role) => ({ organisation_id: '1', role });
const there = (role: Role) => ({ organisation_id: '2', role });

/** A user of organisation 1 with these roles, and its path. */
async function aUser(...roles: { organisation_id: string; role: Role }[]) {
  const names = { first_name: 'A', last_name: 'B', organisation_id: '1', email: `${randomUUID()}@example.com` };
  const { id } = await admin.data('communityAdmin', 'POST', '/users', names);
  const path = `/users/${id}`;
  const granted = [];
  for (const role of roles) granted.push(await admin.data('communityAdmin', 'POST', `${path}/user_roles`, role));
  const self: Caller = { user_id: id, roles };
  return { id, path, granted, self };
}

const isKnown = (credential: string) => FakeGateway.credentials.has(credential);

/** The user as the caller of requests with this token. */
const using = (token: ApiToken, caller: Caller): Caller => ({ ...caller, token_id: token.id });

const createToken = (who: Who | Caller, path: string) =>
  admin.data<ApiToken>(who, 'POST', `${path}/api_tokens`, { name: 'x' });

/** Creates a token and a key, and returns their names in the topic. */
async function createBoth(who: Who | Caller, path: string): Promise<string[]> {
  const token = await createToken(who, path);
  const key = await admin.data<MessageAuthenticationKey>(who, 'POST', `${path}/message_authentication_keys`, {
    scheme: 'HMAC_SHA256',
    key_id: randomUUID(),
  });
  return [`api_token/${token.id}`, `message_authentication_key/${key.id}`];
}

/** The ceiling that gateways know of a credential; undefined for one of full rights. */
function ceilingOf(credential: string) {
  const known = FakeGateway.credentials.get(credential);
  if (!known) throw new Error(`the gateways do not know ${credential}`);
  return 'limits' in known ? known.limits?.ceiling : undefined;
}

describe('when the roles of a user grow', () => {
  it.each<[string, (user: Awaited<ReturnType<typeof aUser>>) => Promise<unknown>]>([
    ['by a new role', ({ path }) => admin.data('communityAdmin', 'POST', `${path}/user_roles`, there('READER'))],
    [
      'by a higher role',
      ({ path, granted }) =>
        admin.data('communityAdmin', 'PUT', `${path}/user_roles/${granted[0]?.id}`, { role: 'COMMUNITY_ADMIN' }),
    ],
  ])('%s, tokens and keys that others have made for it do not, and its own do', async (_case, grow) => {
    const user = await aUser(here('READER'));
    const [own, others] = [await createBoth(user.self, user.path), await createBoth('admin', user.path)];
    await grow(user);
    for (const name of own) expect(ceilingOf(name)).toBeUndefined();
    for (const name of others) expect(ceilingOf(name)).toEqual([here('READER')]);
  });

  it('those do not, either, that were made with a token that another user has made, in any generation', async () => {
    const user = await aUser();
    const first = await createToken('admin', user.path);
    await admin.data('communityAdmin', 'POST', `${user.path}/user_roles`, there('READER'));
    const second = await createToken(using(first, user.self), user.path);
    const third = await createToken(using(second, user.self), user.path);
    expect([second.created_by, third.created_by]).toEqual(['2', '2']);
    for (const token of [first, second, third])
      for (const name of await createBoth(using(token, user.self), user.path)) expect(ceilingOf(name)).toEqual([]);
  });

  it('those do not, either, that the user made for itself with the token of a user for whom it had made one', async () => {
    const [user, other] = [await aUser(here('ORGANISATION_ADMIN')), await aUser(here('ORGANISATION_ADMIN'))];
    const own = await createToken(user.self, user.path);
    const borrowed = await createToken(using(own, user.self), other.path);
    const returned = await createBoth(using(borrowed, other.self), user.path);
    await admin.data('communityAdmin', 'POST', `${user.path}/user_roles`, there('READER'));
    for (const name of returned) expect(ceilingOf(name)).toEqual([here('ORGANISATION_ADMIN')]);
  });

  it('those do that were made with a token of the user itself, in any generation', async () => {
    const user = await aUser();
    const first = await createToken(user.self, user.path);
    const second = await createToken(using(first, user.self), user.path);
    const made = [`api_token/${first.id}`, `api_token/${second.id}`];
    for (const token of [first, second]) made.push(...(await createBoth(using(token, user.self), user.path)));
    for (const name of made) expect(ceilingOf(name)).toBeUndefined();
  });
});

it.each(['api_tokens', 'message_authentication_keys'])(
  'a token that was revoked makes no more, although a gateway still accepts it: %s',
  async (collection) => {
    const user = await aUser();
    const token = await createToken('admin', user.path);
    await admin.call('admin', 'DELETE', `${user.path}/api_tokens/${token.id}`);
    const body = { name: 'x', scheme: 'HMAC_SHA256', key_id: randomUUID() };
    const answer = await admin.call(using(token, user.self), 'POST', `${user.path}/${collection}`, body);
    expectRefusal(answer, 'TOKEN_ERROR', 'revoked');
    expect(await admin.query(`select from ${collection} where user_id = $1`, [user.id])).toEqual([]);
  },
);

it.each<[string, (path: string) => Promise<unknown>]>([
  ['lowered', (path) => admin.data('communityAdmin', 'PUT', path, { role: 'READER' })],
  ['set again', (path) => admin.data('communityAdmin', 'PUT', path, { role: 'EDITOR' })],
  ['revoked', (path) => admin.call('communityAdmin', 'DELETE', path)],
])('when a role is %s, all tokens and keys stay', async (_case, change) => {
  const user = await aUser(here('EDITOR'));
  const others = await createBoth('admin', user.path);
  await change(`${user.path}/user_roles/${user.granted[0]?.id}`);
  expect(others.filter(isKnown)).toEqual(others);
});

describe('a token that is created during a promotion', () => {
  const ceilingsOf = (id: string) =>
    admin.query("select limits -> 'ceiling' as ceiling from api_tokens where user_id = $1", [id]);

  it.each(['api_tokens', 'message_authentication_keys'])(
    'is refused if the new roles are committed before it: %s',
    async (collection) => {
      const user = await aUser();
      const promotion = new Client({ connectionString: admin.postgres.url });
      await promotion.connect();
      try {
        await promotion.query('set search_path to admin');
        await promotion.query('begin');
        await promotion.query('select from users where id = $1 for update', [user.id]);
        // The first check of the rights has passed: the request waits for the user.
        const body = { name: 'x', scheme: 'HMAC_SHA256', key_id: randomUUID() };
        const creation = admin.call('admin', 'POST', `${user.path}/${collection}`, body);
        await eventually(async () => expect(await lockWaits(admin.postgres.url, '"users"')).toHaveLength(1));
        await promotion.query("insert into user_roles (user_id, organisation_id, role) values ($1, 2, 'READER')", [
          user.id,
        ]);
        await promotion.query('commit');
        expectRefusal(await creation, 'AUTHORIZATION_ERROR');
      } finally {
        await promotion.end();
      }
    },
  );

  it('never has the new role, whichever is first', async () => {
    const answers: number[] = [];
    for (let round = 0; round < 16; round++) {
      const user = await aUser();
      const withToken = using(await createToken('admin', user.path), user.self);
      const [created] = await Promise.all([
        admin.call(round % 2 === 0 ? 'admin' : withToken, 'POST', `${user.path}/api_tokens`, { name: 'x' }),
        admin.data('communityAdmin', 'POST', `${user.path}/user_roles`, there('READER')),
      ]);
      answers.push(created.status);
      for (const token of await ceilingsOf(user.id)) expect(token).toEqual({ ceiling: [] });
    }
    expect(answers.filter((status) => ![200, 403].includes(status))).toEqual([]);
  });
});
