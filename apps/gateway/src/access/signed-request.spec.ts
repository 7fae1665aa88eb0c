import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { macOf, signatureHeaders, type SignedRequest } from '@tributary/security/signing';
import { hasValidMac, isSigned, namesSignedPerson, readSignature } from './signed-request.js';

interface Vector {
  uri: string;
  body: string | null;
  mac: string;
}
const file = path.join(import.meta.dirname, '../../test/fixtures/signing-vectors.json');
const { secret_key, key_id, timestamp, accept, refuse } = JSON.parse(readFileSync(file, 'utf8')) as {
  secret_key: string;
  key_id: string;
  timestamp: string;
  accept: Vector[];
  refuse: { why: string; of: number; mac: string }[];
};
const request = ({ uri, body }: Vector, mac: string): SignedRequest => ({
  uri,
  key_id,
  timestamp,
  mac,
  ...(body === null ? {} : { body: Buffer.from(body) }),
});

describe('the vectors', () => {
  it.each(accept.map((vector) => [vector.uri, vector] as const))('accepts %s', (_uri, vector) => {
    expect(hasValidMac(request(vector, vector.mac), secret_key)).toBe(true);
  });

  it.each(refuse.map(({ why, of, mac }) => [why, accept[of] as Vector, mac] as const))(
    'refuses %s',
    (_w, vector, mac) => {
      expect(hasValidMac(request(vector, mac), secret_key)).toBe(false);
    },
  );
});

describe('hasValidMac', () => {
  const [post] = accept as [Vector];
  const signed = request(post, post.mac);
  it.each<[string, Partial<SignedRequest>]>([
    ['another target', { uri: `${post.uri}?` }],
    ['another key id', { key_id: 'my-key-2' }],
    ['another time', { timestamp: '1700000000001' }],
    ['another body', { body: Buffer.from(`${post.body} `) }],
    ['no body', { body: undefined }],
    ['a shorter digest', { mac: post.mac.slice(0, -1) }],
    ['a longer digest', { mac: `${post.mac}=` }],
    ['a digest in base64url', { mac: post.mac.replaceAll('+', '-') }],
    ['no digest', { mac: '' }],
  ])('refuses %s', (_case, difference) => {
    expect(hasValidMac({ ...signed, ...difference }, secret_key)).toBe(false);
  });

  it('refuses a message with any byte changed', () => {
    const bytes = Buffer.from(post.body ?? '');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const body = Buffer.from(bytes);
        body[at] = (body[at] ?? 0) ^ change;
        return !hasValidMac({ ...signed, body }, secret_key);
      }),
    );
  });

  it('accepts a GET that is signed without its query, but no other change of its target', () => {
    const read = { key_id, timestamp: '1000', uri: '/v1/a/b?x=1&y=2' };
    const signedAs = (uri: string) => hasValidMac({ ...read, mac: macOf({ ...read, uri }, secret_key) }, secret_key);
    expect(['/v1/a/b?x=1&y=2', '/v1/a/b', '/v1/a/b?', '/v1/a/b?x=1', '/v1/a', '/v1/a/b/'].map(signedAs)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    // A POST is signed with its query.
    const posted = { ...read, body: Buffer.from('{}') };
    expect(hasValidMac({ ...posted, mac: macOf({ ...posted, uri: '/v1/a/b' }, secret_key) }, secret_key)).toBe(false);
  });

  it('signs the head byte for byte: node:http decodes it as Latin-1', () => {
    const head = { key_id, timestamp, uri: Buffer.from('/v1/é☕').toString('latin1') };
    expect(macOf(head, secret_key)).not.toBe(macOf({ ...head, uri: '/v1/é☕' }, secret_key));
    expect(hasValidMac({ ...head, mac: macOf(head, secret_key) }, secret_key)).toBe(true);
  });
});

describe('the headers of a signature', () => {
  const names = signatureHeaders('Svc');
  const headers = { 'x-svc-mac': 'm', 'x-svc-key-id': 'k', 'x-svc-ts': '1000' };
  const read = (given: Record<string, string | string[]>, now = 1_000) =>
    readSignature(given, names, { windowMs: 300_000, now });

  it('have the configured prefix', () => {
    expect(signatureHeaders('My-Product')).toEqual({
      key_id: 'x-my-product-key-id',
      timestamp: 'x-my-product-ts',
      mac: 'x-my-product-mac',
    });
  });

  it.each(Object.keys(headers))('mark a request as signed: %s alone', (name) => {
    expect(isSigned({ [name]: '' }, 'Svc')).toBe(true);
    expect(() => read({ [name]: '1000' })).toThrow(expect.objectContaining({ code: 'MAC_ERROR' }));
  });

  it.each([
    ['x-svc-version', true],
    ['x-svcs-mac', false],
    ['authorization', false],
  ])('include every header with the prefix: %s %s', (name, expected) =>
    expect(isSigned({ [name]: 'x' }, 'Svc')).toBe(expected),
  );

  it('are read', () => expect(read(headers)).toEqual({ key_id: 'k', timestamp: '1000', mac: 'm' }));

  it.each(Object.keys(headers))('are all required: %s', (name) => {
    expect(() => read({ ...headers, [name]: '' })).toThrow(expect.objectContaining({ code: 'MAC_ERROR' }));
  });

  it.each(['', 'abc', '1e3', '-1000', '+1000', ' 1000', '1000.0', '0x3e8', '9'.repeat(16), '1000, 1000'])(
    'refuse the timestamp "%s"',
    (timestamp) => {
      expect(() => read({ ...headers, 'x-svc-ts': timestamp })).toThrow(expect.objectContaining({ code: 'MAC_ERROR' }));
    },
  );

  it.each([
    [301_000, true],
    [301_001, false],
    [-299_000, true],
    [-299_001, false],
  ])('are valid for five minutes before and after: at %i', (now, isValid) => {
    if (isValid) expect(read(headers, now)).toBeDefined();
    else expect(() => read(headers, now)).toThrow(expect.objectContaining({ code: 'MAC_ERROR' }));
  });
});

describe('namesSignedPerson', () => {
  it.each([
    ['compartmentId=1,user_account_id=2', true],
    ['compartment_id=1,user_account_id=2', true],
    ['email_hash=abc', true],
    ['user_agent_id=web:1:user_point_id=2', true],
    ['user_point_id=2', false],
    ['0191f7a0-0000-7000-8000-00000000000a', false],
    ['', false],
    ['x,email_hash=abc', false],
    ['emailHash=abc', true],
    ['user_account_id=2', false],
  ])('of %s', (user_point, expected) => expect(namesSignedPerson({ user_point })).toBe(expected));

  it.each([
    ['compartment_id=1', 'user_account_id=2', true],
    ['compartmentId=1', 'userAccountId=2', true],
    ['compartmentId=', 'user_account_id=', true],
    ['user_point_id=1', 'user_account_id=2', false],
    ['compartment_id=1', 'user_point_id=2', false],
    ['user_agent_id=1', 'user_account_id=2', false],
    ['email_hash=1', 'user_account_id=2', false],
    ['user_account_id=2', 'compartment_id=1', false],
    ['compartment_id', 'user_account_id', false],
    ['', '', false],
  ])('of %s/%s', (compartment, account, expected) =>
    expect(namesSignedPerson({ compartment, account })).toBe(expected),
  );

  it('is true for a path without a person', () => expect(namesSignedPerson({})).toBe(true));
});
