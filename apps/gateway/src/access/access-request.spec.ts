import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { newCollectKey, newTokenValue } from '@tributary/contracts/admin/token-value';
import type { ErrorCode } from '@tributary/contracts/errors';
import { routes } from '../routes.js';
import { lookupQuestion, type AccessRequest } from './access-request.js';

const token = newTokenValue();
const token_sha256 = createHash('sha256').update(token).digest('hex');
const signedBy = (key_id: string) => ({ credential: { signed: { key_id, timestamp: '1', mac: 'm', uri: '/' } } });

const question = (refusal: ErrorCode, request: Partial<AccessRequest>) => {
  const [route] = routes;
  if (!route) throw new Error('there are no routes');
  return lookupQuestion(refusal, { route, credential: { token }, named: [], ...request });
};

describe('lookupQuestion', () => {
  it('asks for an unknown token by its digest', () => {
    expect(question('TOKEN_ERROR', {})).toEqual({ token_sha256 });
    expect(question('TOKEN_ERROR', { credential: { token: `${token}0` } })).toBeUndefined();
  });

  it("asks for an unknown worker by its token's digest", () => {
    const worker = { worker_id: 'w', token };
    expect(question('TOKEN_ERROR', { credential: { worker } })).toEqual({ token_sha256 });
    expect(question('TOKEN_ERROR', { credential: { worker: { worker_id: 'w', token: 'short' } } })).toBeUndefined();
  });

  it.each([
    [newCollectKey(), true],
    ['tck_', false],
    [`${newCollectKey()}x`, false],
    [newTokenValue(), false],
  ])('looks up the collect key %s: %s', (collect_key, expected) =>
    expect(question('TOKEN_ERROR', { credential: { collect_key } })).toEqual(expected ? { collect_key } : undefined),
  );

  it.each([
    ['my-key-1', true],
    ['a.b_c:d-9', true],
    ['!/~', true],
    ['é', false],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['', false],
    ['a b', false],
  ])('looks up the signing key %s: %s', (key_id, expected) =>
    expect(question('MAC_ERROR', signedBy(key_id))).toEqual(expected ? { key_id } : undefined),
  );

  it.each([
    ['1', true],
    ['9'.repeat(18), true],
    ['9'.repeat(19), false],
    ['0', false],
    ['-1', false],
  ])('looks up the datamart and the organisation %s: %s', (id, expected) => {
    for (const name of ['datamart_id', 'organisation_id'])
      expect(question('AUTHORIZATION_ERROR', { named: [{ [name]: id }] })).toEqual(
        expected ? { [name]: id } : undefined,
      );
  });

  it('asks for the ids of path and query together, and never for a community', () => {
    const named = [{ datamart_id: '1' }, { organisation_id: '2', community_id: '3' }];
    expect(question('AUTHORIZATION_ERROR', { named })).toEqual({ datamart_id: '1', organisation_id: '2' });
    expect(question('AUTHORIZATION_ERROR', { named: [{ community_id: '3' }] })).toBeUndefined();
  });

  it.each<ErrorCode>(['AUTHENTICATION_ERROR', 'BAD_REQUEST_DATA', 'SERVICE_UNAVAILABLE'])(
    'asks nothing after %s',
    (refusal) => expect(question(refusal, { named: [{ datamart_id: '1' }] })).toBeUndefined(),
  );
});
