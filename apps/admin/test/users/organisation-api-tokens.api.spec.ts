import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import type { OrganisationApiToken } from '@tributary/contracts/admin/api-token';
import type { User } from '@tributary/contracts/admin/user';
import { BootedAdmin, expectRefusal, people, type Fields } from '../booted-admin.js';

let admin: BootedAdmin;
beforeAll(async () => {
  admin = await BootedAdmin.boot();
  for (const { user_id } of Object.values(people)) await addToken(user_id);
  // Guests of other organisations, with roles that some admins cover and others do not.
  for (const held of [
    { '1': 'READER', '2': 'EDITOR' },
    { '1': 'EDITOR', '2': 'ORGANISATION_ADMIN' },
    { '2': 'READER' },
    {},
  ])
    await addToken(await addService('1', held as Record<string, Role>));
  await addToken(await addService('2', { '1': 'READER' }));
});
afterAll(() => admin.stop());

async function addToken(user_id: string, fields: Fields = {}): Promise<string> {
  const [row] = await admin.query<{ id: string }>(
    `insert into admin.api_tokens (user_id, created_by, name, token_sha256, last_characters, creation_date, expiration_date, last_used_ts)
     values ($1, $1, $2, gen_random_uuid()::text, 'abcd', $3, $4, $5) returning id::text as id`,
    [
      user_id,
      `of ${user_id}`,
      fields['creation_date'] ?? Date.now(),
      Date.now() + 86_400_000,
      fields['last_used_ts'] ?? null,
    ],
  );
  return row?.id ?? '';
}

async function addService(organisation_id: string, held: Record<string, Role>): Promise<string> {
  const body = { type: 'SERVICE', display_name: 'Sync', organisation_id };
  const { id } = await admin.data('communityAdmin', 'POST', '/users', body);
  for (const [organisation, role] of Object.entries(held))
    await admin.data('communityAdmin', 'POST', `/users/${id}/user_roles`, { organisation_id: organisation, role });
  return id;
}

const list = (who: Caller, organisation = '1', query = '') =>
  admin.data<OrganisationApiToken[]>(who, 'GET', `/organisations/${organisation}/api_tokens?max_results=500${query}`);

/** The users of the organisation whose tokens the caller may list one by one. */
async function listableOneByOne(who: Caller, organisation: string): Promise<string[]> {
  const users = await admin.data<User[]>(who, 'GET', `/users?organisation_id=${organisation}&max_results=500`);
  const found: string[] = [];
  for (const { id } of users)
    if ((await admin.call(who, 'GET', `/users/${id}/api_tokens`)).status === 200) found.push(id);
  return found.sort();
}

describe('the tokens of an organisation', () => {
  const limited: Caller = { ...people.communityAdmin, highest_role: 'ORGANISATION_ADMIN' };
  const ofBoth: Caller = { ...people.admin, roles: [...people.admin.roles, { organisation_id: '2', role: 'EDITOR' }] };

  it.each([
    ['an admin', people.admin, '1'],
    ['an admin with a role in another organisation', ofBoth, '1'],
    ['the admin of the community', people.communityAdmin, '1'],
    ['the admin of the community, in another organisation', people.communityAdmin, '2'],
    ['the admin of the community, with a lower credential', limited, '2'],
    ['an admin of another organisation', people.sisterAdmin, '2'],
  ])('are for %s exactly those that may be listed user by user', async (_case, who, organisation) => {
    const listed = await list(who, organisation);
    expect(listed.map(({ user_id }) => user_id).sort()).toEqual(await listableOneByOne(who, organisation));
    expect(listed.length).toBeGreaterThan(1);
  });

  it('are for admins of the organisation only', async () => {
    for (const who of ['editor', 'reader', 'sisterAdmin', 'outsider'] as const)
      expectRefusal(await admin.call(who, 'GET', '/organisations/1/api_tokens'), 'AUTHORIZATION_ERROR');
  });

  it('have the name and type of their user, and no secret', async () => {
    const id = await addService('1', { '1': 'READER' });
    await addToken(id);
    const [token, ...others] = (await list(people.admin)).filter(({ user_id }) => user_id === id);
    expect([token, others]).toMatchObject([{ user_type: 'SERVICE', user_name: 'Sync', value: '****abcd' }, []]);
    expect(token).not.toHaveProperty('token_sha256');
  });

  it('are chosen by type, and by when they were used last, the longest unused first', async () => {
    const id = await addService('1', {});
    const day = 86_400_000;
    const now = Date.now();
    const old = await addToken(id, { creation_date: now - 200 * day, last_used_ts: now - 100 * day });
    const never = await addToken(id, { creation_date: now - 150 * day });
    const used = await addToken(id, { creation_date: now - 300 * day, last_used_ts: now - day });
    const own = (tokens: OrganisationApiToken[]) => tokens.filter((one) => one.user_id === id).map((one) => one.id);
    expect(own(await list(people.admin))).toEqual([never, old, used]);
    expect(own(await list(people.admin, '1', `&unused_since=${now - 90 * day}`))).toEqual([never, old]);
    const services = await list(people.admin, '1', '&user_type=SERVICE');
    expect(new Set(services.map(({ user_type }) => user_type))).toEqual(new Set(['SERVICE']));
    expectRefusal(await admin.call('admin', 'GET', '/organisations/1/api_tokens?unused_since=x'), 'BAD_REQUEST_DATA');
  });

  it('have pages with the total of all', async () => {
    const all = await list(people.admin);
    const answer = await admin.call('admin', 'GET', '/organisations/1/api_tokens?first_result=1&max_results=2');
    expect(answer.body).toMatchObject({ total: all.length, count: 2, data: all.slice(1, 3) });
  });
});
