import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { signCaller, verifyCaller } from './caller-header.js';
import { signService, verifyService } from './service-header.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const keys = { privateKey };
const trust = { audience: 'admin', publicKeys: [publicKey] };
const request = { method: 'POST', path: '/internal/access' };
const toAdmin = { audience: 'admin', ...request };
const caller = { user_id: '1', roles: [] };
const now = 1_700_000_000_000;
const refused = expect.objectContaining({ code: 'AUTHENTICATION_ERROR' });

describe('the service header', () => {
  it('returns the name of the service', () =>
    expect(verifyService(signService(toAdmin, keys, now), request, trust, now)).toBe('gateway'));

  it.each([
    ['a missing header', undefined],
    ['a signature of another key', signService(toAdmin, generateKeyPairSync('ed25519'), now)],
    ['a header issued two minutes ago', signService(toAdmin, keys, now - 120_000)],
    ['the header of a caller', signCaller(caller, toAdmin, keys, now)],
  ])('refuses %s', (_case, header) => expect(() => verifyService(header, request, trust, now)).toThrow(refused));

  it('is not accepted as a caller header', () =>
    expect(() => verifyCaller(signService(toAdmin, keys, now), request, trust, now)).toThrow(refused));
});

describe('beside a version whose processes share INTERNAL_KEY', () => {
  const formerKey = 'a key that all services of that version know';
  /** A header of that version: it names no request. */
  const formerly = (content: object, key = formerKey, issued_ts = now) => {
    const payload = Buffer.from(JSON.stringify({ ...content, issued_ts })).toString('base64url');
    return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
  };
  /** Reads a header as that version does: the first two parts, and the fields of a caller. */
  const readFormerly = (header: string, key = formerKey) => {
    const [payload = '', digest] = header.split('.');
    const isSigned = digest === createHmac('sha256', key).update(payload).digest('base64url');
    return isSigned ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as object) : undefined;
  };

  it('a service with the key accepts the headers of an old gateway, and of a new one', () => {
    const both = { ...trust, formerKey };
    expect(verifyCaller(formerly(caller), request, both, now)).toEqual(caller);
    expect(verifyService(formerly({ service: 'gateway' }), request, both, now)).toBe('gateway');
    expect(verifyCaller(signCaller(caller, toAdmin, { privateKey, formerKey }, now), request, both, now)).toEqual(
      caller,
    );
  });

  it('an old service accepts the header of a gateway with the key, and of no other', () => {
    expect(readFormerly(signCaller(caller, toAdmin, { privateKey, formerKey }, now))).toMatchObject(caller);
    expect(readFormerly(signCaller(caller, toAdmin, keys, now))).toBeUndefined();
  });

  it('several keys may be set: the first signs, and each is accepted', () => {
    const rotated = { privateKey, formerKey: `next, ${formerKey}` };
    expect(readFormerly(signCaller(caller, toAdmin, rotated, now), 'next')).toMatchObject(caller);
    expect(verifyCaller(formerly(caller), request, { ...trust, formerKey: rotated.formerKey }, now)).toEqual(caller);
  });

  it.each([
    ['by another key', formerly(caller, 'another key'), formerKey],
    ['by a key that the service has no more', formerly(caller), undefined],
    ['by an empty key, to a service without a key', formerly(caller, ''), undefined],
    ['two minutes ago', formerly(caller, formerKey, now - 120_000), formerKey],
  ])('a header that was signed %s is refused', (_case, header, known) =>
    expect(() => verifyCaller(header, request, { ...trust, formerKey: known }, now)).toThrow(refused),
  );

  it('a wrong signature is refused although the key has signed the header, too', () => {
    const other = { ...generateKeyPairSync('ed25519'), formerKey };
    const header = signCaller(caller, toAdmin, other, now);
    expect(() => verifyCaller(header, request, { ...trust, formerKey }, now)).toThrow(refused);
  });
});
