import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { signCaller, verifyCaller } from './caller-header.js';

const caller = { user_id: '1', roles: [{ organisation_id: '1', role: 'READER' as const }], token_id: '12' };
const [pair, next] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const keys = { privateKey: pair.privateKey };
const trust = { audience: 'admin', publicKeys: [pair.publicKey] };
const request = { method: 'PUT', path: '/v1/users/7?organisation_id=1' };
const toAdmin = { audience: 'admin', ...request };
const now = 1_700_000_000_000;
const refused = expect.objectContaining({ code: 'AUTHENTICATION_ERROR' });

describe('the caller header', () => {
  it('carries the caller from the gateway to a service', () => {
    expect(verifyCaller(signCaller(caller, toAdmin, keys, now), request, trust, now + 59_000)).toEqual(caller);
  });

  it('carries the worker of a plugin', () => {
    const worker = { user_id: '', roles: [], worker_of: '6' };
    expect(verifyCaller(signCaller(worker, toAdmin, keys, now), request, trust, now)).toEqual(worker);
  });

  const signed = signCaller(caller, toAdmin, keys, now);
  const [payload, digest, signature] = signed.split('.');
  const content = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as object;
  const forged = Buffer.from(JSON.stringify({ ...content, user_id: '2' })).toString('base64url');
  it.each([
    ['a missing header', undefined],
    ['an empty header', ''],
    ['two headers', [signed, signed]],
    ['a payload without a signature', payload],
    ['a payload with an empty signature', `${payload}..`],
    ['a changed payload with the old signature', `${forged}.${digest}.${signature}`],
    ['a signature of another private key', signCaller(caller, toAdmin, { privateKey: next.privateKey }, now)],
    ['a header issued two minutes ago', signCaller(caller, toAdmin, keys, now - 120_000)],
    ['a header issued two minutes in the future', signCaller(caller, toAdmin, keys, now + 120_000)],
    ['a header for another service', signCaller(caller, { ...toAdmin, audience: 'analytics' }, keys, now)],
    ['a header for another method', signCaller(caller, { ...toAdmin, method: 'DELETE' }, keys, now)],
    ['a header for another path', signCaller(caller, { ...toAdmin, path: '/v1/users/8' }, keys, now)],
    ['a header for another query', signCaller(caller, { ...toAdmin, path: '/v1/users/7' }, keys, now)],
  ])('refuses %s', (_case, header) => {
    expect(() => verifyCaller(header, request, trust, now)).toThrow(refused);
  });

  it('is refused after any change of one character', () => {
    fc.assert(
      fc.property(fc.nat(signed.length - 1), fc.stringMatching(/^[A-Za-z0-9_.-]$/), (at, character) => {
        const changed = signed.slice(0, at) + character + signed.slice(at + 1);
        // The bits of the last character that no byte has mean nothing.
        const same = Buffer.from(changed.split('.')[2] ?? '', 'base64url').equals(
          Buffer.from(signature ?? '', 'base64url'),
        );
        fc.pre(!(same && changed.startsWith(`${payload}.`)));
        expect(() => verifyCaller(changed, request, trust, now)).toThrow(refused);
      }),
    );
  });

  it('is accepted by no service without a public key', () => {
    expect(() => verifyCaller(signed, request, { ...trust, publicKeys: [] }, now)).toThrow(refused);
  });
});

describe('a rotation of the pair', () => {
  const byOld = signCaller(caller, toAdmin, keys, now);
  const byNext = signCaller(caller, toAdmin, { privateKey: next.privateKey }, now);
  const both = { audience: 'admin', publicKeys: [pair.publicKey, next.publicKey] };

  it.each([
    ['the old key to a service with both', byOld, both],
    ['the next key to a service with both', byNext, both],
    ['the next key to a service with the next one alone', byNext, { audience: 'admin', publicKeys: [next.publicKey] }],
  ])('accepts headers of a gateway with %s', (_case, header, accepted) => {
    expect(verifyCaller(header, request, accepted, now)).toEqual(caller);
  });

  it('refuses the old key after it was removed, and the next one before it is known', () => {
    expect(() => verifyCaller(byOld, request, { audience: 'admin', publicKeys: [next.publicKey] }, now)).toThrow(
      refused,
    );
    expect(() => verifyCaller(byNext, request, trust, now)).toThrow(refused);
  });
});
