import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { CredentialsStore } from './credentials.store.js';

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const roles = [{ organisation_id: '1', role: 'EDITOR' as const }];
const token = (value: string, difference = {}) =>
  ({
    kind: 'api_token',
    id: '5',
    token_sha256: sha256(value),
    user_id: '1',
    expiration_date: 2_000,
    ...difference,
  }) as const;

function store(): CredentialsStore {
  const credentials = new CredentialsStore();
  credentials.apply({ kind: 'user', id: '1', roles });
  credentials.apply(token('secret'));
  return credentials;
}

describe('findByToken', () => {
  it('finds the user behind a token, in whatever order both arrived', () => {
    const reversed = new CredentialsStore();
    reversed.apply(token('secret'));
    reversed.apply({ kind: 'user', id: '1', roles });
    for (const credentials of [store(), reversed])
      expect(credentials.findByToken('secret', 1_000)).toEqual({ user_id: '1', roles });
  });

  it('knows no other token', () => expect(store().findByToken('Secret', 1_000)).toBeUndefined());

  it('ends a token at its expiration', () => {
    expect(store().findByToken('secret', 1_999)).toBeDefined();
    expect(store().findByToken('secret', 2_000)).toBeUndefined();
  });

  it.each(['api_token/5', 'user/1'])('finds nobody once %s is gone', (key) => {
    const credentials = store();
    credentials.forget(key);
    expect(credentials.findByToken('secret', 1_000)).toBeUndefined();
  });

  it('follows a change of roles', () => {
    const credentials = store();
    credentials.apply({ kind: 'user', id: '1', roles: [] });
    expect(credentials.findByToken('secret', 1_000)?.roles).toEqual([]);
  });
});
