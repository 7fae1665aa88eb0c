import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { BootedAdmin, expectRefusal, type Fields, type Who } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

/** A user of organisation 1 with these roles. */
async function aUser(...roles: { organisation_id: string; role: Role }[]) {
  const names = { first_name: 'A', last_name: 'B', organisation_id: '1', email: `${randomUUID()}@example.com` };
  const user = await admin.data('communityAdmin', 'POST', '/users', names);
  const granted = [];
  for (const role of roles)
    granted.push(await admin.data('communityAdmin', 'POST', `/users/${user.id}/user_roles`, role));
  return { id: user.id, path: `/users/${user.id}/user_roles`, granted };
}
const here = (role: Role) => ({ organisation_id: '1', role });
const there = (role: Role) => ({ organisation_id: '2', role });
const knownRoles = (id: string) => (FakeGateway.credentials.get(`user/${id}`) as { roles: unknown }).roles;

describe('a role', () => {
  it('is granted, read, changed and revoked, and the gateways know it when each response arrives', async () => {
    const { id, path } = await aUser();
    const given = await admin.data('admin', 'POST', path, here('READER'));
    expect(given).toEqual({ id: expect.stringMatching(/^\d+$/), user_id: id, ...here('READER') });
    expect(knownRoles(id)).toEqual([here('READER')]);
    expect(await admin.data('reader', 'GET', `${path}/${given.id}`)).toEqual(given);
    expect(await admin.data('admin', 'PUT', `${path}/${given.id}`, { role: 'EDITOR' })).toEqual({
      ...given,
      role: 'EDITOR',
    });
    expect(knownRoles(id)).toEqual([here('EDITOR')]);
    expect((await admin.call('admin', 'DELETE', `${path}/${given.id}`)).body).toEqual({ status: 'ok' });
    expect(knownRoles(id)).toEqual([]);
    expectRefusal(await admin.call('admin', 'GET', `${path}/${given.id}`), 'RESOURCE_NOT_FOUND');
  });

  it('is unique per organisation, also under concurrent requests', async () => {
    const { path } = await aUser();
    const give = (role: Role) => admin.call('admin', 'POST', path, here(role));
    const answers = await Promise.all([give('READER'), give('EDITOR'), give('READER')]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) expectRefusal(answer, 'CONSTRAINT_VIOLATION_EXCEPTION', /^organisation_id: /);
  });

  it.each<[string, Fields, RegExp]>([
    ['an unknown role', { organisation_id: '1', role: 'OWNER' }, /^role: /],
    ['no role', { organisation_id: '1' }, /^role: /],
    ['no organisation', { role: 'READER' }, /^organisation_id: /],
    ['an organisation that is a number', { organisation_id: 1, role: 'READER' }, /^organisation_id: /],
  ])('is refused with %s', async (_case, body, message) => {
    const { path } = await aUser();
    expectRefusal(await admin.call('admin', 'POST', path, body), 'BAD_REQUEST_DATA', message);
  });

  it('stays in its organisation', async () => {
    const { path, granted } = await aUser(here('READER'));
    const url = `${path}/${granted[0]?.id}`;
    for (const who of ['admin', 'communityAdmin'] as const)
      expect(await admin.data(who, 'PUT', url, there('EDITOR'))).toMatchObject(here('EDITOR'));
  });
});

describe('granting roles', () => {
  it.each<[Who, Fields, string]>([
    ['admin', here('READER'), 'ok'],
    ['admin', here('ORGANISATION_ADMIN'), 'ok'],
    ['communityAdmin', here('COMMUNITY_ADMIN'), 'ok'],
    ['communityAdmin', there('ORGANISATION_ADMIN'), 'ok'],
    ['admin', here('COMMUNITY_ADMIN'), 'AUTHORIZATION_ERROR'],
    ['admin', there('READER'), 'AUTHORIZATION_ERROR'],
    ['admin', { organisation_id: '99', role: 'READER' }, 'AUTHORIZATION_ERROR'],
    ['communityAdmin', { organisation_id: '3', role: 'READER' }, 'AUTHORIZATION_ERROR'],
    ['editor', here('READER'), 'AUTHORIZATION_ERROR'],
    ['reader', {}, 'AUTHORIZATION_ERROR'],
    ['sisterAdmin', there('READER'), 'RESOURCE_NOT_FOUND'],
    ['outsider', here('READER'), 'RESOURCE_NOT_FOUND'],
  ])('%s grants %j: %s', async (who, role, outcome) => {
    const { path } = await aUser();
    const answer = await admin.call(who, 'POST', path, role);
    if (outcome === 'ok') expect(answer.status).toBe(200);
    else expectRefusal(answer, outcome);
  });

  it('a user cannot raise its own role', async () => {
    const { id, path, granted } = await aUser(here('ORGANISATION_ADMIN'));
    const self: Caller = { user_id: id, roles: [{ organisation_id: '1', role: 'ORGANISATION_ADMIN' }] };
    const raise = await admin.call(self, 'PUT', `${path}/${granted[0]?.id}`, { role: 'COMMUNITY_ADMIN' });
    expectRefusal(raise, 'AUTHORIZATION_ERROR');
    expectRefusal(await admin.call(self, 'POST', path, there('READER')), 'AUTHORIZATION_ERROR');
  });

  it.each<[Who, Role, string]>([
    ['admin', 'EDITOR', 'ok'],
    ['admin', 'ORGANISATION_ADMIN', 'ok'],
    ['admin', 'COMMUNITY_ADMIN', 'AUTHORIZATION_ERROR'],
    ['editor', 'READER', 'AUTHORIZATION_ERROR'],
    ['outsider', 'READER', 'RESOURCE_NOT_FOUND'],
  ])('%s changes and revokes the role %s: %s', async (who, held, outcome) => {
    const { path, granted } = await aUser(here(held));
    const url = `${path}/${granted[0]?.id}`;
    const answers = [
      await admin.call(who, 'PUT', url, outcome === 'ok' ? { role: 'READER' } : {}),
      await admin.call(who, 'DELETE', url),
    ];
    for (const answer of answers) {
      if (outcome === 'ok') expect(answer.status).toBe(200);
      else expectRefusal(answer, outcome);
    }
  });
});

describe('reading roles', () => {
  it('returns the roles in organisations that the caller can see', async () => {
    const { id, path, granted } = await aUser(here('READER'), there('EDITOR'));
    expect(await admin.data('communityAdmin', 'GET', path)).toEqual(granted);
    expect(await admin.data('reader', 'GET', path)).toEqual([granted[0]]);
    expect(await admin.data('sisterReader', 'GET', path)).toEqual([granted[1]]);
    const self: Caller = { user_id: id, roles: [here('READER'), there('EDITOR')] };
    expect((await admin.call(self, 'GET', `${path}?max_results=1`)).body).toMatchObject({ count: 1, total: 2 });
    expectRefusal(await admin.call('reader', 'GET', `${path}/${granted[1]?.id}`), 'RESOURCE_NOT_FOUND');
    expectRefusal(await admin.call('outsider', 'GET', path), 'RESOURCE_NOT_FOUND');
  });

  it('finds no role under another user or by a malformed id', async () => {
    const [one, other] = [await aUser(here('READER')), await aUser(here('READER'))];
    const invalidIds = [other.granted[0]?.id, 'abc', '0', '4711', '99999999999999999999'];
    for (const id of invalidIds) {
      for (const method of ['GET', 'DELETE'])
        expectRefusal(await admin.call('admin', method, `${one.path}/${id}`), 'RESOURCE_NOT_FOUND');
    }
  });
});

describe('the last admin of a community', () => {
  const left = /without an admin/;

  it('cannot be removed, demoted or leave', async () => {
    const admins = await admin.query(
      "select id from user_roles where role = 'COMMUNITY_ADMIN' and organisation_id = 3",
    );
    const url = `/users/7/user_roles/${String(admins[0]?.['id'])}`;
    const lowered = await admin.call('outsider', 'PUT', url, { role: 'ORGANISATION_ADMIN' });
    expectRefusal(lowered, 'CONSTRAINT_VIOLATION_EXCEPTION', left);
    expectRefusal(await admin.call('outsider', 'DELETE', url), 'CONSTRAINT_VIOLATION_EXCEPTION', left);
    expect((await admin.call('outsider', 'PUT', url, { role: 'COMMUNITY_ADMIN' })).status).toBe(200);
  });

  it('remains if two admins remove each other at the same time', async () => {
    const second = await admin.data('outsider', 'POST', '/users', {
      first_name: 'A',
      last_name: 'B',
      organisation_id: '3',
      email: `${randomUUID()}@example.com`,
    });
    const role = { organisation_id: '3', role: 'COMMUNITY_ADMIN' };
    const granted = await admin.data('outsider', 'POST', `/users/${second.id}/user_roles`, role);
    const other: Caller = { user_id: second.id, roles: [{ organisation_id: '3', role: 'COMMUNITY_ADMIN' }] };
    const [own] = await admin.data<{ id: string }[]>(other, 'GET', '/users/7/user_roles');
    const answers = await Promise.all([
      admin.call('outsider', 'DELETE', `/users/${second.id}/user_roles/${granted.id}`),
      admin.call(other, 'DELETE', `/users/7/user_roles/${own?.id}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const admins = await admin.query("select from user_roles where role = 'COMMUNITY_ADMIN' and organisation_id = 3");
    expect(admins).toHaveLength(1);
  });
});

it('publishes concurrent changes of a user in the order in which they were made', async () => {
  const { id, path, granted } = await aUser(here('READER'), there('READER'));
  const change = (index: number, role: Role) =>
    admin.call('communityAdmin', 'PUT', `${path}/${granted[index]?.id}`, { role });
  for (let round = 0; round < 5; round++) {
    await Promise.all([change(0, 'EDITOR'), change(1, 'EDITOR'), change(0, 'READER'), change(1, 'READER')]);
    const stored = await admin.query('select organisation_id, role from user_roles where user_id = $1 order by id', [
      id,
    ]);
    expect(knownRoles(id)).toEqual(stored);
  }
});
