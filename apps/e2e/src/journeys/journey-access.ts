import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import type { Platform } from '@tributary/testing/processes/platform';
import { randomUUID } from 'node:crypto';
import { Client, type HeaderFields, type Resource } from '../client/client.js';
import { signatureHeaders, type SigningKey } from '@tributary/testing/signed-request';
import { type Member, newMember, newTenant, type Tenant } from '../client/tenant.js';
import { Delays } from '../suite/delays.js';

const visit = { $type: 'SITE_VISIT', $site_id: '1', $user_identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'a' }] };

/** Authentication, authorization, and the delay of changes to both. */
export function accessJourney(platform: () => Platform): void {
  const delays = new Delays();
  let admin: Client;
  let tenant: Tenant;
  let editor: Member;
  const activities = () => `/datamarts/${tenant.datamart_id}/user_activities`;

  beforeAll(async () => {
    admin = new Client(platform().url, platform().token);
    tenant = await newTenant(admin);
    editor = await newMember(admin, tenant, 'EDITOR');
  });

  it('can use a new user, role and token with the next request', async () => {
    expect(await editor.client.post(activities(), visit)).toHaveProperty('received_ts');
    const connected = await editor.client.get<{ datamarts: Resource[] }>('/connected_user');
    expect(connected).toMatchObject({ id: editor.user.id, email: editor.user['email'] });
  });

  it('has access to its own organisation only, and gets the same error for foreign and unknown ids', async () => {
    const foreign = await editor.client.expectError(
      403,
      'AUTHORIZATION_ERROR',
      'POST',
      '/datamarts/1/user_activities',
      visit,
    );
    const unknown = await editor.client.expectError(
      403,
      'AUTHORIZATION_ERROR',
      'POST',
      '/datamarts/987654321/user_activities',
      visit,
    );
    expect(unknown).toBe(foreign);
    await editor.client.expectError(403, 'AUTHORIZATION_ERROR', 'GET', '/datawarehouses?organisation_id=1');
    await editor.client.expectError(403, 'AUTHORIZATION_ERROR', 'POST', '/organisations', {
      name: 'x',
      technical_name: 'x',
    });
  });

  it('cannot write after its role is changed to READER', async () => {
    const { user, role, client } = await newMember(admin, tenant, 'EDITOR');
    await client.post(activities(), visit);
    const reader = { organisation_id: tenant.organisation_id, role: 'READER' };
    await delays.measure(
      () => admin.put(`/users/${user.id}/user_roles/${role.id}`, reader),
      () => client.expectError(403, 'AUTHORIZATION_ERROR', 'POST', activities(), visit),
    );
    await client.list(`/datawarehouses?organisation_id=${tenant.organisation_id}`);
  });

  it('is refused after its token is revoked', async () => {
    const { user, client } = await newMember(admin, tenant, 'EDITOR');
    const [token] = await client.list(`/users/${user.id}/api_tokens`);
    expect(token?.['value']).toMatch(/^\*{4}.{4}$/);
    await delays.measure(
      () => client.delete(`/users/${user.id}/api_tokens/${token?.id}`),
      () => client.expectError(401, 'TOKEN_ERROR', 'POST', activities(), visit),
    );
  });

  it('gets no role that its user got later, also with a token that it has made with the token of its admin', async () => {
    const { user, role, client } = await newMember(admin, tenant, 'READER');
    const made = await client.post<{ value: string }>(`/users/${user.id}/api_tokens`, { name: 'made by the user' });
    const descendant = new Client(platform().url, made.value);
    await admin.put(`/users/${user.id}/user_roles/${role.id}`, { role: 'EDITOR' });
    const grown = await admin.post<{ value: string }>(`/users/${user.id}/api_tokens`, { name: 'made afterwards' });
    await eventually(() => new Client(platform().url, grown.value).post(activities(), visit));
    for (const limited of [client, descendant]) {
      await limited.expectError(403, 'AUTHORIZATION_ERROR', 'POST', activities(), visit);
      const me = await limited.get('/connected_user');
      expect(me).toMatchObject({ roles: [{ role: 'READER' }], credential: { lacks_later_roles: true } });
    }
  });

  describe('with a signing key', () => signingJourney(() => ({ admin, editor, activities: activities(), delays })));

  it('follows each of these changes within a second', () => delays.expectWithinOneSecond());
}

interface Signing {
  admin: Client;
  editor: Member;
  activities: string;
  delays: Delays;
}

function signingJourney(given: () => Signing): void {
  let key: SigningKey & Resource;
  const keys = () => `/users/${given().editor.user.id}/message_authentication_keys`;
  const body = JSON.stringify(visit);
  const signed = (path: string, text?: string) => signatureHeaders(key, `/v1${path}`, text);

  beforeAll(async () => {
    const { client } = given().editor;
    key = await client.post(keys(), { scheme: 'HMAC_SHA256', key_id: `e2e-${randomUUID()}` });
    expect(key.secret_key).toMatch(/^[0-9a-f]{32}$/);
  });

  it('collects without a token, and only once if the same request is repeated', async () => {
    const { editor, activities } = given();
    const headers = signed(activities, body);
    const { id } = await editor.client.post(activities, body, headers);
    expect(await editor.client.post(activities, body, headers)).toMatchObject({ id });
  });

  it('collects several activities in one request, and the same ones if it is repeated', async () => {
    const { editor, activities } = given();
    const lines = `${body}\n${body}\n`;
    const headers = { ...signed(activities, lines), 'content-type': 'application/x-ndjson' };
    const send = () => editor.client.post<{ results: Resource[] }>(activities, lines, headers);
    const [first, again] = [(await send()).results, (await send()).results];
    expect(new Set([...first, ...again].map(({ id }) => id)).size).toBe(2);
    // One line is the same activity in both content types.
    const one = signed(activities, body);
    const { id } = await editor.client.post(activities, body, one);
    expect(
      await editor.client.post(activities, body, { ...one, 'content-type': 'application/x-ndjson' }),
    ).toMatchObject({ results: [{ id }] });
    await editor.client.expectError(401, 'MAC_ERROR', 'POST', activities, `${lines}${body}`, headers);
  });

  it('reads segments by identifier, and nothing else', async () => {
    const { editor, activities } = given();
    const point = `${activities.replace('/user_activities', '')}/user_points`;
    const segments = `${point}/user_agent_id=unknown/user_segments`;
    await editor.client.expectError(404, 'RESOURCE_NOT_FOUND', 'GET', segments, undefined, signed(segments));
    for (const path of [`${point}/user_agent_id=a`, `${point}/${randomUUID()}/user_segments`, '/connected_user'])
      await editor.client.expectError(403, 'AUTHORIZATION_ERROR', 'GET', path, undefined, signed(path));
  });

  it('gets the same error for a wrong digest and an unknown key', async () => {
    const { editor, activities } = given();
    const refused = (headers: HeaderFields) =>
      editor.client.expectError(401, 'MAC_ERROR', 'POST', activities, body, headers);
    const wrong = await refused({ ...signed(activities, body), 'x-svc-mac': 'A'.repeat(43) + '=' });
    expect(await refused({ ...signed(activities, body), 'x-svc-key-id': 'no-such-key' })).toBe(wrong);
  });

  it('cannot reuse a key_id, and is refused after the key is revoked', async () => {
    const { admin, editor, activities, delays } = given();
    const duplicate = { scheme: 'HMAC_SHA256', key_id: key.key_id };
    await admin.expectError(400, 'CONSTRAINT_VIOLATION_EXCEPTION', 'POST', keys(), duplicate);
    const [listed] = await editor.client.list(keys());
    expect(listed).toMatchObject({ key_id: key.key_id, secret_key: '****' });
    await delays.measure(
      () => editor.client.delete(`${keys()}/${key.id}`),
      () => editor.client.expectError(401, 'MAC_ERROR', 'POST', activities, body, signed(activities, body)),
    );
  });
}
