import { describe, expect, it } from '@jest/globals';
import { signCaller, verifyCaller } from './caller-header.js';
import { signService, verifyService } from './service-header.js';

const key = 'a key that only the services know';
const now = 1_700_000_000_000;
const refused = expect.objectContaining({ code: 'AUTHENTICATION_ERROR' });

describe('the service header', () => {
  it('says who asks', () => expect(verifyService(signService('gateway', key, now), key, now)).toBe('gateway'));

  it.each([
    ['nothing', undefined],
    ['a digest under another key', signService('gateway', 'another key', now)],
    ['one of two minutes ago', signService('gateway', key, now - 120_000)],
    ['the header of a caller', signCaller({ user_id: '1', roles: [] }, key, now)],
  ])('refuses %s', (_case, header) => expect(() => verifyService(header, key, now)).toThrow(refused));

  it('is no caller', () => expect(() => verifyCaller(signService('gateway', key, now), key, now)).toThrow(refused));
});

describe('a rotation of INTERNAL_KEY', () => {
  const [old, next] = ['the old key', 'the next key'];
  const caller = { user_id: '1', roles: [] };

  it.each([
    ['an old sender and a receiver that knows both', old, `${old},${next}`],
    ['a sender that signs with the next and a receiver that still prefers the old', `${next},${old}`, `${old},${next}`],
    ['a sender that knows both and a receiver that has dropped the old', `${next},${old}`, next],
  ])('lets %s understand each other', (_case, sender, receiver) => {
    expect(verifyCaller(signCaller(caller, sender, now), receiver, now)).toEqual(caller);
  });

  it('ends the old key where it is dropped', () => {
    expect(() => verifyCaller(signCaller(caller, old, now), next, now)).toThrow(refused);
  });
});
