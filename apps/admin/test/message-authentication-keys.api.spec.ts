import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CredentialChanged } from '@tributary/contracts/admin/access';
import type { MessageAuthenticationKey } from '@tributary/contracts/admin/message-authentication-key';
import { SecretsKeyring } from '@tributary/security/secrets-keyring';
import { BootedAdmin, expectRefusal, firstKey, people, secondKey, type Fields, type Who } from './booted-admin.js';
import { FakeGateway } from './fake-gateway.js';

let admin: BootedAdmin;
beforeAll(async () => (admin = await BootedAdmin.boot()));
afterAll(() => admin.stop());

const scheme = 'HMAC_SHA256';
const keysOf = (who: Who) => `/users/${people[who].user_id}/message_authentication_keys`;
const create = (who: Who, key_id: string = randomUUID()) =>
  admin.data<MessageAuthenticationKey>(who, 'POST', keysOf(who), { scheme, key_id });

/** The secret that a gateway decrypts from the message. */
function secretAtGateway(id: string, key: string): string {
  const credential = FakeGateway.credentials.get(`message_authentication_key/${id}`) as CredentialChanged & {
    kind: 'message_authentication_key';
  };
  return new SecretsKeyring(key).open(credential.sealed_secret, `message_authentication_key/${credential.key_id}`);
}

describe('a new key', () => {
  it('has a secret of 16 bytes as hexadecimal text, and ISO 8601 dates twelve months apart', async () => {
    const key = await create('reader', 'my-app:ios_1.0');
    expect(key).toEqual({
      id: expect.stringMatching(/^\d+$/),
      user_id: '4',
      created_by: '4',
      key_id: 'my-app:ios_1.0',
      scheme,
      may_merge_accounts: false,
      secret_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      creation_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expiration_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const year = (text: string) => new Date(text).getUTCFullYear();
    expect(year(key.expiration_ts) - year(key.creation_ts)).toBe(1);
  });

  it('is known to the gateways when the response arrives, its secret sealed', async () => {
    const { id, key_id, secret_key, expiration_ts } = await create('reader');
    expect(FakeGateway.credentials.get(`message_authentication_key/${id}`)).toEqual({
      kind: 'message_authentication_key',
      id,
      version: expect.any(Number),
      key_id,
      user_id: '4',
      expiration_date: Date.parse(expiration_ts),
      sealed_secret: expect.not.stringContaining(secret_key),
      may_merge_accounts: false,
    });
    expect(secretAtGateway(id, firstKey)).toBe(secret_key);
  });

  it('may merge accounts if it is made for that, as its list and the gateways show', async () => {
    const body = { scheme, key_id: randomUUID(), may_merge_accounts: true };
    const { id } = await admin.data<MessageAuthenticationKey>('reader', 'POST', keysOf('reader'), body);
    const listed = await admin.data<MessageAuthenticationKey[]>('reader', 'GET', `${keysOf('reader')}?max_results=500`);
    expect(listed).toContainEqual(expect.objectContaining({ id, may_merge_accounts: true }));
    const published = FakeGateway.credentials.get(`message_authentication_key/${id}`);
    expect(published).toMatchObject({ may_merge_accounts: true });
  });

  it.each<[string, Fields, string | RegExp]>([
    [
      'a may_merge_accounts that is no boolean',
      { scheme, key_id: 'a', may_merge_accounts: 1 },
      /^may_merge_accounts: /,
    ],
    ['another scheme', { scheme: 'HMAC_SHA1', key_id: 'a' }, /^scheme: must be HMAC_SHA256/],
    ['no scheme', { key_id: 'a' }, /^scheme: /],
    ['no key_id', { scheme }, /^key_id: /],
    ['an empty key_id', { scheme, key_id: '' }, /^key_id: /],
    ['a key_id of 129 characters', { scheme, key_id: 'a'.repeat(129) }, /^key_id: /],
    ['a key_id with a space', { scheme, key_id: 'a b' }, /^key_id: /],
    ['a key_id that ends in a line feed', { scheme, key_id: 'a\n' }, /^key_id: /],
    ['a key_id with an umlaut', { scheme, key_id: 'ä' }, /^key_id: /],
    ['a key_id that is a number', { scheme, key_id: 7 }, /^key_id: /],
  ])('is refused with %s', async (_case, body, message) => {
    expectRefusal(await admin.call('reader', 'POST', keysOf('reader'), body), 'BAD_REQUEST_DATA', message);
  });

  it.each(['k'.repeat(128), 'a/b', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'])('may have the key_id %s', async (key_id) =>
    expect(await create('reader', key_id)).toMatchObject({ key_id }),
  );
});

describe('a key_id', () => {
  const taken = /^key_id: /;

  it('is unique on the platform, across organisations and communities', async () => {
    const { key_id } = await create('reader');
    for (const who of ['reader', 'sisterReader', 'outsider'] as const) {
      const answer = await admin.call(who, 'POST', keysOf(who), { scheme, key_id });
      expectRefusal(answer, 'CONSTRAINT_VIOLATION_EXCEPTION', taken);
    }
  });

  it('is given to exactly one of several concurrent requests', async () => {
    const key_id = randomUUID();
    // Any of them may get the key, and the only keys of sisterAdmin are those that the spec of the list makes.
    const everyone = (Object.keys(people) as Who[]).filter((who) => who !== 'sisterAdmin');
    const answers = await Promise.all(everyone.map((who) => admin.call(who, 'POST', keysOf(who), { scheme, key_id })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(everyone.length - 1);
    for (const answer of refused) expectRefusal(answer, 'CONSTRAINT_VIOLATION_EXCEPTION', taken);
  });

  it('cannot be used again after its key was deleted', async () => {
    const { id, key_id } = await create('reader');
    await admin.call('reader', 'DELETE', `${keysOf('reader')}/${id}`);
    const answer = await admin.call('reader', 'POST', keysOf('reader'), { scheme, key_id });
    expectRefusal(answer, 'CONSTRAINT_VIOLATION_EXCEPTION', taken);
  });
});

describe('the keys of a user', () => {
  it('are listed with the secret obfuscated', async () => {
    const created = [await create('sisterAdmin'), await create('sisterAdmin')];
    const { body } = await admin.call('sisterAdmin', 'GET', keysOf('sisterAdmin'));
    expect(body).toEqual({
      status: 'ok',
      data: created.map((key) => ({ ...key, secret_key: '****' })),
      count: 2,
      total: 2,
      first_result: 0,
      max_results: 50,
    });
  });

  it('are unknown to the gateways when the response to their deletion arrives', async () => {
    const { id, key_id } = await create('reader');
    const path = `${keysOf('reader')}/${id}`;
    expect((await admin.call('reader', 'DELETE', path)).body).toEqual({ status: 'ok' });
    expect(FakeGateway.credentials.has(`message_authentication_key/${id}`)).toBe(false);
    expect(FakeGateway.revoked.get(`message_authentication_key/${id}`)).toMatchObject({ kind: 'revocation', key_id });
    expectRefusal(await admin.call('reader', 'DELETE', path), 'RESOURCE_NOT_FOUND');
  });

  it('are not found under another user', async () => {
    const { id } = await create('reader');
    expectRefusal(await admin.call('editor', 'DELETE', `${keysOf('editor')}/${id}`), 'RESOURCE_NOT_FOUND');
  });

  it.each<[Who, Who, string]>([
    ['admin', 'reader', 'ok'],
    ['communityAdmin', 'sisterAdmin', 'ok'],
    ['admin', 'communityAdmin', 'AUTHORIZATION_ERROR'],
    ['editor', 'reader', 'AUTHORIZATION_ERROR'],
    ['admin', 'sisterReader', 'RESOURCE_NOT_FOUND'],
    ['outsider', 'reader', 'RESOURCE_NOT_FOUND'],
  ])('as %s of %s: %s', async (who, whose, outcome) => {
    const read = await admin.call(who, 'GET', keysOf(whose));
    const made = await admin.call(who, 'POST', keysOf(whose), { scheme, key_id: randomUUID() });
    for (const answer of [read, made]) {
      if (outcome === 'ok') expect(answer.status).toBe(200);
      else expectRefusal(answer, outcome);
    }
  });
});

describe('a rotation of SECRETS_KEY', () => {
  const sealedIn = async (id: string) => {
    const rows = await admin.query<{ sealed_secret: string }>(
      'select sealed_secret from message_authentication_keys where id = $1',
      [id],
    );
    return rows[0]?.sealed_secret;
  };
  const restart = async (SECRETS_KEY: string) => {
    await admin.stopApp();
    await admin.start({ SECRETS_KEY });
  };

  it('reseals at the start secrets of the older key, so that the key can be removed', async () => {
    const { id, secret_key } = await create('reader');
    await restart(`new:${secondKey},1:${firstKey}`);
    expect(await sealedIn(id)).toMatch(/^new\./);
    expect(secretAtGateway(id, `new:${secondKey}`)).toBe(secret_key);
    await restart(`new:${secondKey}`);
    expect(secretAtGateway(id, `new:${secondKey}`)).toBe(secret_key);
    await restart(`1:${firstKey},new:${secondKey}`);
  });

  it('leaves a secret unchanged that no configured key opens, and still starts', async () => {
    const { id, secret_key } = await create('reader');
    const before = await sealedIn(id);
    await restart(`other:${secondKey}`);
    expect(await sealedIn(id)).toBe(before);
    await restart(firstKey);
    expect(secretAtGateway(id, firstKey)).toBe(secret_key);
  });
});
