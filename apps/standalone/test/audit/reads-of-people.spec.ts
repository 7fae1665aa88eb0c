import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEvent } from '@tributary/contracts/audit/audit-event';
import { eventually } from '@tributary/testing/eventually';
import { signatureHeaders } from '@tributary/testing/signed-request';
import { bootStandalone, type BootedStandalone } from '../booted-standalone.js';

let product: BootedStandalone;
let key: { id: string; key_id: string; secret_key: string };
let person: string;
let organisation: string;

const call = (target: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) =>
  fetch(`${product.url}/v1${target}`, {
    method,
    headers: { authorization: product.token, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
async function data<T>(target: string, how?: Parameters<typeof call>[1]): Promise<T> {
  const response = await call(target, how);
  expect([target, response.status]).toEqual([target, 200]);
  return ((await response.json()) as { data: T }).data;
}
const events = (filter: string) =>
  data<AuditEvent[]>(`/organisations/${organisation}/audit_events?max_results=500&${filter}`);
/** The event of an answer. */
const eventOf = (response: Response) =>
  eventually(async () => {
    const found = (await events('')).filter((one) => one.request_id === response.headers.get('x-request-id'));
    expect(found).toHaveLength(1);
    return found[0] as AuditEvent;
  });

const selector = '/datamarts/1/user_points/user_agent_id=web:1:a';

/** @param purpose its bytes as Latin-1 */
const readFor = (path: string, purpose: string) =>
  fetch(`${product.url}/v1${selector}${path}`, { headers: { authorization: product.token, 'x-purpose': purpose } });

beforeAll(async () => {
  product = await bootStandalone();
  key = await data('/users/1/message_authentication_keys', {
    method: 'POST',
    body: { scheme: 'HMAC_SHA256', key_id: 'reader' },
  });
  ({ organisation_id: organisation } = await data<{ organisation_id: string }>('/connected_user'));
  const identifiers = [{ type: 'USER_AGENT', user_agent_id: 'web:1:a' }];
  const declared = '/datamarts/1/user_identifiers_association_declarations';
  const made = await data<{ user_point_id: string }>(declared, { method: 'POST', body: { identifiers } });
  person = made.user_point_id;
});
afterAll(() => product.stop());

describe('the audit of people', () => {
  it.each([
    ['', 'user_point'],
    ['/user_identifiers', 'user_identifier'],
    ['/user_activities', 'user_activity'],
    ['/user_profiles', 'user_profile'],
    ['/user_choices', 'user_choice'],
    ['/user_segments', 'user_segment'],
  ])('has an event of each read of …%s, by the id of the user point', async (path, resource) => {
    const response = await call(selector + path);
    expect(response.status).toBe(200);
    expect(await eventOf(response)).toMatchObject({
      action: 'READ',
      resource,
      resource_id: person,
      user_id: '1',
      credential_kind: 'API_TOKEN',
      address: '127.0.0.1',
    });
  });

  it.each(['', '/user_activities', '/export'])('has the purpose of a read of …%s', async (path) => {
    const purpose = 'Anfrage 4711 – Auskunft';
    const response = await readFor(path, Buffer.from(purpose).toString('latin1'));
    expect(await eventOf(response)).toMatchObject({ resource_id: person, purpose });
    await response.text();
    expect(await eventOf(await call(selector))).not.toHaveProperty('purpose');
  });

  it.each([
    ['no text', ''],
    ['a control character', 'a\tb'],
    ['more than 200 characters', 'x'.repeat(201)],
    ['no UTF-8', '\xff'],
  ])('refuses a purpose of %s, and records nothing', async (_case, purpose) => {
    const refused = await readFor('', purpose);
    expect(await refused.json()).toMatchObject({
      error_code: 'BAD_REQUEST_DATA',
      error: expect.stringMatching(/^X-Purpose: must /),
    });
    await eventOf(await readFor('', 'x'.repeat(200)));
    expect((await events('')).map(({ request_id }) => request_id)).not.toContain(refused.headers.get('x-request-id'));
  });

  it('has an event of an export before its first byte', async () => {
    const response = await call(`${selector}/export`);
    const [first] = await events('action=EXPORT');
    expect(first).toMatchObject({
      resource: 'user_point',
      resource_id: person,
      request_id: response.headers.get('x-request-id'),
    });
    await response.text();
  });

  it('has an event of a list of people before its first byte, with the purpose', async () => {
    const headers = { authorization: product.token, 'x-purpose': 'Who is new?' };
    const response = await fetch(`${product.url}/v1/datamarts/1/user_points`, { headers });
    expect(response.status).toBe(200);
    const [first] = await events('action=READ&resource=datamart');
    expect(first).toMatchObject({
      resource_id: '1',
      purpose: 'Who is new?',
      request_id: response.headers.get('x-request-id'),
    });
  });

  it('has an event of a member list', async () => {
    const segment = await data<{ id: string }>(`/audience_segments?organisation_id=${organisation}`, {
      method: 'POST',
      body: { datamart_id: '1', name: 'Buyers', type: 'USER_LIST' },
    });
    for (const list of ['members', 'user_points']) {
      const response = await call(`/audience_segments/${segment.id}/${list}`);
      expect(await eventOf(response)).toMatchObject({ resource: 'audience_segment', resource_id: segment.id });
      await response.text();
    }
  });

  it('counts signed reads of segments by credential and hour', async () => {
    const target = `/v1${selector}/user_segments`;
    const reads = 7;
    for (let read = 0; read < reads; read += 1) {
      const response = await fetch(product.url + target, { headers: signatureHeaders(key, target) });
      expect(response.status).toBe(200);
    }
    await eventually(async () => {
      const counted = await events('resource=user_segment&action=READ');
      const signed = counted.filter(({ credential_kind }) => credential_kind === 'SIGNATURE');
      expect(signed.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(reads);
      for (const one of signed) expect(one).toMatchObject({ credential_id: key.id, ts: expect.any(Number) });
      for (const { ts } of signed) expect(ts % 3_600_000).toBe(0);
    });
  });

  it('has no event of a read that finds no person, and none of HEAD', async () => {
    const missing = await call('/datamarts/1/user_points/user_agent_id=web:1:none');
    const head = await call(selector, { method: 'HEAD' });
    expect([missing.status, head.status]).toEqual([404, 200]);
    // A later read is recorded after them.
    await eventOf(await call(selector));
    const recorded = (await events('')).map(({ request_id }) => request_id);
    for (const { headers } of [missing, head]) expect(recorded).not.toContain(headers.get('x-request-id'));
  });

  it('has an event of an erasure, and none of one of an unknown person', async () => {
    const unknown = await call('/datamarts/1/user_points/user_agent_id=web:1:none', { method: 'DELETE' });
    expect(unknown.status).toBe(404);
    const erased = await call(selector, { method: 'DELETE' });
    expect(await eventOf(erased)).toMatchObject({ action: 'ERASE', resource: 'user_point', resource_id: person });
    expect(await events('action=ERASE')).toHaveLength(1);
  });
});
