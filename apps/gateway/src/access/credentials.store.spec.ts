import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tributary/testing/eventually';
import { CredentialsStore } from './credentials.store.js';

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const bytes = (value: string) => createHash('sha256').update(value).digest();
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
      expect(credentials.findByToken(bytes('secret'), 1_000)).toEqual({ user_id: '1', roles });
  });

  it('knows no other token', () => expect(store().findByToken(bytes('Secret'), 1_000)).toBeUndefined());

  it('ends a token at its expiration', () => {
    expect(store().findByToken(bytes('secret'), 1_999)).toBeDefined();
    expect(store().findByToken(bytes('secret'), 2_000)).toBeUndefined();
  });

  it.each(['api_token/5', 'user/1'])('finds nobody once %s is gone', (key) => {
    const credentials = store();
    credentials.forget(key);
    expect(credentials.findByToken(bytes('secret'), 1_000)).toBeUndefined();
  });

  it('follows a change of roles', () => {
    const credentials = store();
    credentials.apply({ kind: 'user', id: '1', roles: [] });
    expect(credentials.findByToken(bytes('secret'), 1_000)?.roles).toEqual([]);
  });

  it('believes what admin has told for less than a second, and what the bus tells before it', async () => {
    const credentials = new CredentialsStore();
    credentials.believe({ kind: 'user', id: '1', roles });
    credentials.believe(token('secret'));
    expect(credentials.findByToken(bytes('secret'), 1_000)).toEqual({ user_id: '1', roles });
    credentials.apply({ kind: 'user', id: '1', roles: [] });
    expect(credentials.findByToken(bytes('secret'), 1_000)?.roles).toEqual([]);
    await eventually(() => expect(credentials.findByToken(bytes('secret'), 1_000)).toBeUndefined());
  });
});

describe('findKey', () => {
  const key = (difference = {}) =>
    ({
      kind: 'message_authentication_key',
      ...{ id: '7', key_id: 'my-key-1', sealed_secret: 'sealed' },
      ...{ user_id: '1', expiration_date: 2_000 },
      ...difference,
    }) as const;

  it('finds a key by the id that its owner has chosen, until it expires', () => {
    const credentials = store();
    credentials.apply(key());
    expect(credentials.findKey('my-key-1', 1_999)).toMatchObject({ sealed_secret: 'sealed', user_id: '1' });
    expect(credentials.findKey('my-key-1', 2_000)).toBeUndefined();
    expect(credentials.findKey('7', 1_000)).toBeUndefined();
  });

  it('knows it no longer once it is revoked, and with its latest secret before', () => {
    const credentials = store();
    credentials.apply(key());
    credentials.apply(key({ sealed_secret: 'sealed anew' }));
    expect(credentials.findKey('my-key-1', 1_000)?.sealed_secret).toBe('sealed anew');
    credentials.forget('message_authentication_key/7');
    expect(credentials.findKey('my-key-1', 1_000)).toBeUndefined();
  });
});
