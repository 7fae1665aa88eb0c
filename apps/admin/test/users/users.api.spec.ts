import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '@tributary/contracts/admin/access';
import { BootedAdmin, expectRefusal, people, type Fields, type Who } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const aUser = (difference: Fields = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `${randomUUID()}@example.com`,
  organisation_id: '1',
  ...difference,
});
const create = (difference?: Fields) => admin.data('communityAdmin', 'POST', '/users', aUser(difference));
const userIds = async (who: Who, query = '') => {
  const { body } = await admin.call(who, 'GET', `/users${query}`);
  return (body.data as { id: string }[]).map(({ id }) => id);
};

describe('the list of users', () => {
  it('contains the users of the organisations that the caller can see', async () => {
    expect(await userIds('reader')).toEqual(['1', '2', '3', '4']);
    expect(await userIds('sisterReader')).toEqual(['5', '6']);
    expect(await userIds('communityAdmin')).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(await userIds('outsider')).toEqual(['7']);
  });

  it.each<[Who, string, string[]]>([
    ['communityAdmin', '?organisation_id=2', ['5', '6']],
    ['communityAdmin', '?community_id=1&max_results=2', ['1', '2']],
    ['communityAdmin', '?community_id=2', []],
    ['reader', '?organisation_id=2', []],
  ])('%s %s: %s', async (who, query, expected) => expect(await userIds(who, query)).toEqual(expected));

  it('contains guests as well: users with a role in the organisation', async () => {
    const guest = await create({ organisation_id: '2' });
    await admin.data('communityAdmin', 'POST', `/users/${guest.id}/user_roles`, {
      organisation_id: '1',
      role: 'READER',
    });
    expect(await userIds('reader', '?organisation_id=1')).toContain(guest.id);
    expect(await admin.data('reader', 'GET', `/users/${guest.id}`)).toMatchObject({ organisation_id: '2' });
  });
});

describe('a new user', () => {
  it('has no role, and is known to the gateways', async () => {
    const input = aUser();
    const made = await admin.data('admin', 'POST', '/users', { ...input, id: '1', roles: ['COMMUNITY_ADMIN'] });
    expect(made).toEqual({ ...input, type: 'PERSON', id: expect.stringMatching(/^\d+$/) });
    expect(FakeGateway.credentials.get(`user/${made.id}`)).toEqual({
      kind: 'user',
      id: made.id,
      version: expect.any(Number),
      organisation_id: made.organisation_id,
      roles: [],
    });
    expect(await admin.data('reader', 'GET', `/users/${made.id}`)).toEqual(made);
  });

  it.each<[Who, Fields, string]>([
    ['admin', { organisation_id: '2' }, 'AUTHORIZATION_ERROR'],
    ['admin', { organisation_id: '99' }, 'AUTHORIZATION_ERROR'],
    ['communityAdmin', { organisation_id: '3' }, 'AUTHORIZATION_ERROR'],
    ['editor', {}, 'AUTHORIZATION_ERROR'],
    ['reader', { email: undefined }, 'AUTHORIZATION_ERROR'],
    ['admin', { first_name: undefined }, 'BAD_REQUEST_DATA'],
    ['admin', { last_name: '' }, 'BAD_REQUEST_DATA'],
    ['admin', { email: undefined }, 'BAD_REQUEST_DATA'],
    ['admin', { email: 'no-at-sign' }, 'BAD_REQUEST_DATA'],
    ['admin', { email: 'ann@example.org\u202e' }, 'BAD_REQUEST_DATA'],
    ['admin', { first_name: 'A\nB' }, 'BAD_REQUEST_DATA'],
    ['admin', { email: 'a b@example.com' }, 'BAD_REQUEST_DATA'],
    ['admin', { email: `${'a'.repeat(250)}@example.com` }, 'BAD_REQUEST_DATA'],
    ['admin', { type: 'ROBOT' }, 'BAD_REQUEST_DATA'],
    ['admin', { display_name: '', type: 'SERVICE' }, 'BAD_REQUEST_DATA'],
    ['admin', { organisation_id: undefined }, 'BAD_REQUEST_DATA'],
    ['admin', { organisation_id: 1 }, 'BAD_REQUEST_DATA'],
  ])('is not created by %s with %j', async (who, difference, code) => {
    const answer = await admin.call(who, 'POST', '/users', aUser(difference));
    expectRefusal(answer, code, code === 'BAD_REQUEST_DATA' ? new RegExp(`^${Object.keys(difference)[0]}: `) : '');
  });
});

describe('an e-mail address', () => {
  it.each([(email: string) => email, (email: string) => email.toUpperCase()])(
    'is unique regardless of case',
    async (as) => {
      const email = `É.${randomUUID()}@example.com`;
      await create({ email });
      const again = await admin.call(
        'communityAdmin',
        'POST',
        '/users',
        aUser({ email: as(email), organisation_id: '2' }),
      );
      expectRefusal(again, 'EMAIL_ALREADY_EXISTS', /^email: /);
    },
  );

  it('is used only once under concurrent requests', async () => {
    const email = `${randomUUID()}@example.com`;
    const make = (as: string) => admin.call('admin', 'POST', '/users', aUser({ email: as }));
    const answers = await Promise.all([make(email), make(email.toUpperCase()), make(email), make(email)]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    for (const answer of refused) expectRefusal(answer, 'EMAIL_ALREADY_EXISTS');
  });

  it('of another user is refused in an edit, but its owner may change its case', async () => {
    const [one, other] = [await create(), await create()];
    const take = { ...one, email: String(other['email']).toUpperCase() };
    expectRefusal(await admin.call('admin', 'PUT', `/users/${one.id}`, take), 'EMAIL_ALREADY_EXISTS', /^email: /);
    const shout = { ...one, email: String(one['email']).toUpperCase() };
    expect(await admin.data('admin', 'PUT', `/users/${one.id}`, shout)).toEqual(shout);
  });
});

describe('editing a user', () => {
  const edited = { first_name: 'Grace', last_name: 'Hopper' };
  const put = async (who: Who | Caller, id: string, difference: Fields = {}) =>
    admin.call(who, 'PUT', `/users/${id}`, { ...edited, email: `${randomUUID()}@example.com`, ...difference });

  it('a user edits its own name and e-mail, but not its organisation', async () => {
    const { body } = await put('reader', '4');
    expect(body.data).toMatchObject({ ...edited, id: '4', organisation_id: '1' });
    for (const organisation_id of ['2', '99', 7])
      expect((await put('reader', '4', { organisation_id })).body.data).toMatchObject({ organisation_id: '1' });
  });

  it.each<[Who, string, string]>([
    ['admin', '3', 'ok'],
    ['communityAdmin', '5', 'ok'],
    ['admin', '1', 'AUTHORIZATION_ERROR'],
    ['editor', '4', 'AUTHORIZATION_ERROR'],
    ['reader', '3', 'AUTHORIZATION_ERROR'],
    ['admin', '5', 'RESOURCE_NOT_FOUND'],
    ['outsider', '3', 'RESOURCE_NOT_FOUND'],
    ['communityAdmin', '4711', 'RESOURCE_NOT_FOUND'],
  ])('%s edits the user %s: %s', async (who, id, outcome) => {
    const answer = await put(who, id);
    if (outcome === 'ok') expect(answer.status).toBe(200);
    else expectRefusal(answer, outcome);
  });

  it('requires every required field', async () => {
    expectRefusal(await put('admin', '3', { last_name: undefined }), 'BAD_REQUEST_DATA', /^last_name: /);
    // A caller without the right does not learn which field is missing.
    expectRefusal(await put('reader', '3', { last_name: undefined }), 'AUTHORIZATION_ERROR');
  });

  it('does not move a user, even if the caller is admin of both organisations', async () => {
    const { id } = await create();
    const { body } = await put('communityAdmin', id, { organisation_id: '2' });
    expect(body.data).toMatchObject({ organisation_id: '1' });
  });

  it('requires a well-formed id', async () => {
    expectRefusal(await put('admin', 'abc'), 'BAD_REQUEST_DATA', /^user_id: must be an integer/);
  });
});

describe('a service account', () => {
  const aService = (difference: Fields = {}) => ({
    type: 'SERVICE',
    display_name: 'Nightly import',
    organisation_id: '1',
    ...difference,
  });

  it('needs a display name, but no e-mail and no names', async () => {
    const made = await admin.data('admin', 'POST', '/users', aService());
    expect(made).toEqual({ ...aService(), id: expect.stringMatching(/^\d+$/) });
    await admin.data('admin', 'POST', '/users', aService());
    const nameless = await admin.call('admin', 'POST', '/users', aService({ display_name: undefined }));
    expectRefusal(nameless, 'BAD_REQUEST_DATA', /^display_name: is required/);
    const put = (body: Fields) => admin.call('admin', 'PUT', `/users/${made.id}`, body);
    expect((await put({ display_name: 'Other' })).body.data).toEqual({ ...made, display_name: 'Other' });
    expectRefusal(await put({ first_name: 'Ada' }), 'BAD_REQUEST_DATA', /^display_name: is required/);
  });

  it('stays one, as a person stays a person', async () => {
    const [service, person] = [await admin.data('admin', 'POST', '/users', aService()), await create()];
    for (const body of [aService({ type: 'PERSON' }), aUser({ type: 'PERSON' })]) {
      const asPerson = await admin.call('admin', 'PUT', `/users/${service.id}`, body);
      expectRefusal(asPerson, 'CONSTRAINT_VIOLATION_EXCEPTION', /^type: /);
    }
    const asService = await admin.call('admin', 'PUT', `/users/${person.id}`, { ...person, type: 'SERVICE' });
    expectRefusal(asService, 'CONSTRAINT_VIOLATION_EXCEPTION', /^type: /);
    expect(await admin.data('admin', 'PUT', `/users/${service.id}`, aService())).toEqual(service);
  });
});

describe('deleting a user', () => {
  const remove = (who: Who | Caller, id: string) => admin.call(who, 'DELETE', `/users/${id}`);
  const known = (name: string) => FakeGateway.credentials.get(name);
  const withRole = async (role: string, organisation_id = '1') => {
    const made = await create({ organisation_id });
    await admin.data('communityAdmin', 'POST', `/users/${made.id}/user_roles`, { organisation_id, role });
    return made;
  };

  it('ends its roles, tokens and keys before the answer, and frees its e-mail', async () => {
    const made = await withRole('EDITOR');
    const { id: token } = await admin.data('admin', 'POST', `/users/${made.id}/api_tokens`, { name: 't' });
    const { id: key } = await admin.data('admin', 'POST', `/users/${made.id}/message_authentication_keys`, {
      key_id: randomUUID(),
      scheme: 'HMAC_SHA256',
    });
    expect(known(`user/${made.id}`)).toBeDefined();
    expect((await remove('admin', made.id)).text).toBe('{"status":"ok"}');
    for (const name of [`user/${made.id}`, `api_token/${token}`, `message_authentication_key/${key}`]) {
      expect(known(name)).toBeUndefined();
      expect(FakeGateway.revoked.get(name)).toMatchObject({ kind: 'revocation' });
    }
    expectRefusal(await remove('admin', made.id), 'RESOURCE_NOT_FOUND');
    expectRefusal(await admin.call('admin', 'GET', `/users/${made.id}`), 'RESOURCE_NOT_FOUND');
    expect(await create({ email: made['email'] })).toMatchObject({ email: made['email'] });
  });

  it('leaves what it has created, with its id', async () => {
    const maker = await withRole('ORGANISATION_ADMIN');
    const service = await admin.data('admin', 'POST', '/users', {
      type: 'SERVICE',
      display_name: 's',
      organisation_id: '1',
    });
    const caller: Caller = { user_id: maker.id, roles: [{ organisation_id: '1', role: 'ORGANISATION_ADMIN' }] };
    const tokens = `/users/${service.id}/api_tokens`;
    const { id } = await admin.data(caller, 'POST', tokens, { name: 't' });
    expect((await remove('admin', maker.id)).status).toBe(200);
    expect(await admin.data('admin', 'GET', `${tokens}/${id}`)).toMatchObject({ created_by: maker.id });
  });

  it.each<[string, Who, string, string]>([
    ['a user of another organisation', 'admin', '5', 'RESOURCE_NOT_FOUND'],
    ['a user of another community', 'communityAdmin', '7', 'RESOURCE_NOT_FOUND'],
    ['a user that does not exist', 'admin', '4711', 'RESOURCE_NOT_FOUND'],
    ['an admin of the community, by an admin of the organisation', 'admin', '1', 'AUTHORIZATION_ERROR'],
    ['another user, by an editor', 'editor', '4', 'AUTHORIZATION_ERROR'],
    ['itself', 'admin', '2', 'CONSTRAINT_VIOLATION_EXCEPTION'],
    ['itself, by a reader', 'reader', '4', 'CONSTRAINT_VIOLATION_EXCEPTION'],
  ])('is refused for %s', async (_case, who, id, code) => {
    expectRefusal(await remove(who, id), code);
    if (code !== 'RESOURCE_NOT_FOUND') expect(await admin.data('communityAdmin', 'GET', `/users/${id}`)).toBeDefined();
  });
});

describe('the connected user', () => {
  it('is the caller with its roles and datamarts', async () => {
    expect(await admin.data('sisterReader', 'GET', '/connected_user')).toEqual({
      id: '6',
      type: 'PERSON',
      first_name: 'First',
      last_name: 'READER',
      email: 'user-6@example.com',
      organisation_id: '2',
      roles: [{ id: '6', user_id: '6', organisation_id: '2', role: 'READER' }],
      datamarts: [expect.objectContaining({ id: '2', name: 'b', organisation_id: '2', time_zone: 'UTC' })],
    });
  });

  it('has the datamarts of all organisations in a community that it administers', async () => {
    const { datamarts } = await admin.data<{ datamarts: Fields[] }>('communityAdmin', 'GET', '/connected_user');
    expect(datamarts.map(({ id }) => id)).toEqual(['1', '2']);
  });

  it('may have no role', async () => {
    const { id } = await create();
    const withoutRoles: Caller = { user_id: id, roles: [] };
    expect(await admin.data(withoutRoles, 'GET', '/connected_user')).toMatchObject({ id, roles: [], datamarts: [] });
    expect(await admin.data(withoutRoles, 'GET', '/users')).toEqual([]);
  });
});

it('does not find users whom the caller cannot see', async () => {
  for (const id of [people.sisterReader.user_id, people.outsider.user_id, '4711'])
    expectRefusal(await admin.call('admin', 'GET', `/users/${id}`), 'RESOURCE_NOT_FOUND', 'Resource Not Found');
});

// Last, because one of the admins is gone afterwards.
it('two admins who delete each other leave their community an admin', async () => {
  const second = await create();
  const role = { organisation_id: '1', role: 'COMMUNITY_ADMIN' };
  await admin.data('communityAdmin', 'POST', `/users/${second.id}/user_roles`, role);
  const remove = (who: Who | Caller, id: string) => admin.call(who, 'DELETE', `/users/${id}`);
  const caller: Caller = { user_id: second.id, roles: [{ organisation_id: '1', role: 'COMMUNITY_ADMIN' }] };
  const answers = await Promise.all([remove('communityAdmin', second.id), remove(caller, '1')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  for (const answer of answers)
    if (answer.status === 400) expectRefusal(answer, 'CONSTRAINT_VIOLATION_EXCEPTION', /without an admin/);
});
