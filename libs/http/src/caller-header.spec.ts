import { describe, expect, it } from '@jest/globals';
import { signCaller, verifyCaller } from './caller-header.js';

const caller = { user_id: '1', roles: [{ organisation_id: '1', role: 'READER' as const }], token_id: '12' };
const key = 'a key that only the services know';
const now = 1_700_000_000_000;

describe('the caller header', () => {
  it('carries the caller from the gateway to a service', () => {
    expect(verifyCaller(signCaller(caller, key, now), key, now + 59_000)).toEqual(caller);
  });

  it('carries the worker of a plugin', () => {
    const worker = { user_id: '', roles: [], worker_of: '6' };
    expect(verifyCaller(signCaller(worker, key, now), key, now)).toEqual(worker);
  });

  const signed = signCaller(caller, key, now);
  const forged = Buffer.from(JSON.stringify({ ...caller, user_id: '2', issued_ts: now })).toString('base64url');
  it.each([
    ['a missing header', undefined],
    ['an empty header', ''],
    ['two headers', [signed, signed]],
    ['a payload without a digest', signed.split('.')[0]],
    ['a changed payload with the old digest', `${forged}.${signed.split('.')[1]}`],
    ['a digest made with another key', signCaller(caller, 'another key', now)],
    ['a header issued two minutes ago', signCaller(caller, key, now - 120_000)],
    ['a header issued two minutes in the future', signCaller(caller, key, now + 120_000)],
  ])('refuses %s', (_case, header) => {
    expect(() => verifyCaller(header, key, now)).toThrow(expect.objectContaining({ code: 'AUTHENTICATION_ERROR' }));
  });
});
