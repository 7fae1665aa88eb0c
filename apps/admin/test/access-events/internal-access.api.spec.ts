import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defaultFlagRules } from '@tributary/contracts/rules/flag-rules';
import type { ApiToken } from '@tributary/contracts/admin/api-token';
import type { MessageAuthenticationKey } from '@tributary/contracts/admin/message-authentication-key';
import { tokenSha256 } from '../../src/api-tokens/token-digest.js';
import { BootedAdmin, expectRefusal, people } from '../booted-admin.js';
import { FakeGateway } from '../fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const nothing = { credentials: [], directory: [] };
const reader = { kind: 'user', id: '4', version: expect.any(Number), organisation_id: '1', roles: people.reader.roles };
const organisation = (id: string) => ({ kind: 'organisation', id, community_id: '1' });

describe('a look-up by a gateway', () => {
  it('returns a token with its user, equal to the published messages', async () => {
    const { id, value } = await admin.data<ApiToken>('reader', 'POST', '/users/4/api_tokens', { name: 'x' });
    const { body } = await admin.ask({ token_sha256: tokenSha256(value) }, 'gateway');
    expect(body).toEqual({ ...nothing, credentials: [reader, FakeGateway.credentials.get(`api_token/${id}`)] });
  });

  it('returns a key with its user, the secret sealed', async () => {
    const path = '/users/4/message_authentication_keys';
    const input = { scheme: 'HMAC_SHA256', key_id: randomUUID() };
    const { id, key_id, secret_key } = await admin.data<MessageAuthenticationKey>('reader', 'POST', path, input);
    const { body, text } = await admin.ask({ key_id }, 'gateway');
    const known = FakeGateway.credentials.get(`message_authentication_key/${id}`);
    expect(body).toEqual({ ...nothing, credentials: [reader, known] });
    expect(text).not.toContain(secret_key);
  });

  it.each([
    [
      'a datamart with its organisation',
      { datamart_id: '2' },
      [
        organisation('2'),
        {
          kind: 'datamart',
          id: '2',
          organisation_id: '2',
          time_zone: 'UTC',
          junk_exceptions: [],
          flag_rules: defaultFlagRules,
        },
      ],
    ],
    ['an organisation', { organisation_id: '1' }, [organisation('1')]],
  ])('returns %s', async (_case, question, directory) => {
    expect((await admin.ask(question, 'gateway')).body).toEqual({ ...nothing, directory });
  });

  it.each([
    {},
    { token_sha256: tokenSha256('unknown') },
    { token_sha256: '' },
    { key_id: 'unknown' },
    { datamart_id: '4711' },
    { datamart_id: 'abc' },
    { organisation_id: '-1' },
    { organisation_id: '99999999999999999999' },
  ])('returns nothing for %j', async (question) => {
    const { status, body } = await admin.ask(question, 'gateway');
    expect({ status, body }).toEqual({ status: 200, body: nothing });
  });

  it('is allowed for services only, as sessions are', async () => {
    const prolong = { action: 'PROLONG', session_sha256: '0'.repeat(64) };
    expectRefusal(await admin.ask(prolong, undefined, '/internal/sessions'), 'AUTHENTICATION_ERROR');
    expect((await admin.ask(prolong, 'gateway', '/internal/sessions')).status).toBe(200);
    expectRefusal(await admin.ask({ organisation_id: '1' }), 'AUTHENTICATION_ERROR');
    expectRefusal(await admin.ask({ organisation_id: 1 }, 'gateway'), 'BAD_REQUEST_DATA', /^organisation_id: /);
  });
});
