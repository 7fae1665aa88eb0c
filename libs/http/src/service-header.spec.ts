import { describe, expect, it } from '@jest/globals';
import { signCaller, verifyCaller } from './caller-header.js';
import { signService, verifyService } from './service-header.js';

const key = 'a key that only the services know';
const now = 1_700_000_000_000;
const refused = expect.objectContaining({ code: 'AUTHENTICATION_ERROR' });

describe('the service header', () => {
  it('returns the name of the service', () =>
    expect(verifyService(signService('gateway', key, now), key, now)).toBe('gateway'));

  it.each([
    ['a missing header', undefined],
    ['a digest made with another key', signService('gateway', 'another key', now)],
    ['a header issued two minutes ago', signService('gateway', key, now - 120_000)],
    ['the header of a caller', signCaller({ user_id: '1', roles: [] }, key, now)],
  ])('refuses %s', (_case, header) => expect(() => verifyService(header, key, now)).toThrow(refused));

  it('is not accepted as a caller header', () =>
    expect(() => verifyCaller(signService('gateway', key, now), key, now)).toThrow(refused));
});

describe('a rotation of INTERNAL_KEY', () => {
  const [old, next] = ['the old key', 'the next key'];
  const caller = { user_id: '1', roles: [] };

  it.each([
    ['from a sender with the old key to a receiver with both', old, `${old},${next}`],
    [
      'from a sender that prefers the next key to a receiver that prefers the old one',
      `${next},${old}`,
      `${old},${next}`,
    ],
    ['from a sender with both keys to a receiver with the next key only', `${next},${old}`, next],
  ])('accepts headers %s', (_case, sender, receiver) => {
    expect(verifyCaller(signCaller(caller, sender, now), receiver, now)).toEqual(caller);
  });

  it('refuses the old key after it was removed', () => {
    expect(() => verifyCaller(signCaller(caller, old, now), next, now)).toThrow(refused);
  });
});
