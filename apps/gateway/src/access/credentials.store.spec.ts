import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { CredentialChanged, CredentialKind } from '@tributary/contracts/admin/access';
import { eventually } from '@tributary/testing/eventually';
import { CredentialsStore } from './credentials.store.js';

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const roles = [{ organisation_id: '1', role: 'EDITOR' as const }];
const token = (value: string, difference = {}) =>
  ({
    kind: 'api_token',
    id: '5',
    version: 1,
    token_sha256: sha256(value),
    user_id: '1',
    expiration_date: 2_000,
    ...difference,
  }) as const;

const revocation = (credential: CredentialKind, id: string, version: number): CredentialChanged => ({
  kind: 'revocation',
  credential,
  id,
  version,
});

function store(): CredentialsStore {
  const credentials = new CredentialsStore();
  credentials.apply({ kind: 'user', id: '1', version: 1, roles });
  credentials.apply(token('secret'));
  return credentials;
}

describe('findSession', () => {
  const session = (version: number, expiration_date: number) =>
    ({
      kind: 'session',
      id: '9',
      version,
      secret_sha256: sha256('cookie'),
      user_id: '1',
      expiration_date,
      latest_expiration_date: 9_000,
    }) as const;

  it('finds a session until its end, which a later version moves, and a revocation is final', () => {
    const credentials = store();
    credentials.apply(session(1, 2_000));
    expect(credentials.findSession(sha256('cookie'), 1_999)).toMatchObject({ id: '9', user_id: '1' });
    expect(credentials.findSession(sha256('cookie'), 2_000)).toBeUndefined();
    credentials.apply(session(3, 4_000));
    credentials.apply(session(2, 3_000));
    expect(credentials.findSession(sha256('cookie'), 3_999)).toBeDefined();
    credentials.apply(revocation('session', '9', 4));
    credentials.apply(session(3, 4_000));
    expect(credentials.findSession(sha256('cookie'), 3_999)).toBeUndefined();
  });
});

describe('findByToken', () => {
  it('finds the user of a token, whichever of both arrives first', () => {
    const reversed = new CredentialsStore();
    reversed.apply(token('secret'));
    reversed.apply({ kind: 'user', id: '1', version: 1, roles });
    for (const credentials of [store(), reversed])
      expect(credentials.findByToken(sha256('secret'), 1_000)).toEqual({ user_id: '1', roles, token_id: '5' });
  });

  it('finds no other token', () => expect(store().findByToken(sha256('Secret'), 1_000)).toBeUndefined());

  it('ignores a token from its expiration on', () => {
    expect(store().findByToken(sha256('secret'), 1_999)).toBeDefined();
    expect(store().findByToken(sha256('secret'), 2_000)).toBeUndefined();
  });

  it.each([
    ['api_token', '5'],
    ['user', '1'],
  ] as const)('finds no caller after the revocation of %s/%s', (kind, id) => {
    const credentials = store();
    credentials.apply(revocation(kind, id, 2));
    expect(credentials.findByToken(sha256('secret'), 1_000)).toBeUndefined();
  });

  it('finds a token by its current digest only', () => {
    const credentials = store();
    credentials.apply(token('another', { version: 2 }));
    expect(credentials.findByToken(sha256('secret'), 1_000)).toBeUndefined();
    expect(credentials.findByToken(sha256('another'), 1_000)).toBeDefined();
    expect(credentials.sizes()).toMatchObject({ user: 1, api_token: 1, message_authentication_key: 0 });
  });

  it('applies a change of roles', () => {
    const credentials = store();
    credentials.apply({ kind: 'user', id: '1', version: 2, roles: [] });
    expect(credentials.findByToken(sha256('secret'), 1_000)?.roles).toEqual([]);
  });

  it('keeps a lookup for less than a second, and prefers what the bus delivers', async () => {
    const credentials = new CredentialsStore();
    credentials.cacheTemporarily({ kind: 'user', id: '1', version: 1, roles });
    credentials.cacheTemporarily(token('secret'));
    expect(credentials.findByToken(sha256('secret'), 1_000)).toEqual({ user_id: '1', roles, token_id: '5' });
    credentials.apply({ kind: 'user', id: '1', version: 2, roles: [] });
    expect(credentials.findByToken(sha256('secret'), 1_000)?.roles).toEqual([]);
    await eventually(() => expect(credentials.findByToken(sha256('secret'), 1_000)).toBeUndefined());
  });
});

describe('an older version', () => {
  it.each([
    ['of a token', () => token('secret', { version: 4 })],
    ['of a user', () => ({ kind: 'user', id: '1', version: 4, roles }) as const],
  ])('%s changes nothing after the revocation, from the bus or a lookup', (_case, older) => {
    const credentials = store();
    const { kind, id } = older();
    credentials.apply(revocation(kind, id, 5));
    credentials.apply(older());
    credentials.cacheTemporarily(older());
    expect(credentials.findByToken(sha256('secret'), 1_000)).toBeUndefined();
  });

  it('of the roles changes nothing', () => {
    const credentials = store();
    credentials.apply({ kind: 'user', id: '1', version: 5, roles: [] });
    credentials.apply({ kind: 'user', id: '1', version: 4, roles });
    expect(credentials.findByToken(sha256('secret'), 1_000)?.roles).toEqual([]);
  });

  it('from a lookup ends with the revocation, even if the bus has never announced the credential', () => {
    const credentials = new CredentialsStore();
    credentials.cacheTemporarily({ kind: 'user', id: '1', version: 1, roles });
    credentials.cacheTemporarily(token('secret'));
    credentials.apply(revocation('api_token', '5', 2));
    expect(credentials.findByToken(sha256('secret'), 1_000)).toBeUndefined();
  });
});

describe('findKey', () => {
  const key = (difference = {}) =>
    ({
      kind: 'message_authentication_key',
      id: '7',
      version: 1,
      key_id: 'my-key-1',
      sealed_secret: 'sealed',
      user_id: '1',
      expiration_date: 2_000,
      ...difference,
    }) as const;

  it('finds a key by its key id, not by its own id, until it expires', () => {
    const credentials = store();
    credentials.apply(key());
    expect(credentials.findKey('my-key-1', 1_999)).toMatchObject({ sealed_secret: 'sealed', user_id: '1' });
    expect(credentials.findKey('my-key-1', 2_000)).toBeUndefined();
    expect(credentials.findKey('7', 1_000)).toBeUndefined();
  });

  it('finds the latest secret, and nothing after the revocation', () => {
    const credentials = store();
    credentials.apply(key());
    credentials.apply(key({ version: 2, sealed_secret: 'another secret' }));
    expect(credentials.findKey('my-key-1', 1_000)?.sealed_secret).toBe('another secret');
    credentials.apply(revocation('message_authentication_key', '7', 3));
    expect(credentials.findKey('my-key-1', 1_000)).toBeUndefined();
  });
});

type Worker = Extract<CredentialChanged, { kind: 'plugin_worker' }>;

describe('findWorker', () => {
  const worker = (difference: Partial<Worker> = {}): Worker => ({
    kind: 'plugin_worker',
    id: '6',
    version: 1,
    worker_id: 'w-1',
    token_sha256: sha256('secret'),
    plugin_version_id: '6',
    data_files: [],
    ...difference,
  });

  it('finds a worker by its worker id, not by its own id', () => {
    const credentials = store();
    credentials.apply(worker());
    expect(credentials.findWorker('w-1')).toMatchObject({ token_sha256: sha256('secret'), plugin_version_id: '6' });
    expect(credentials.findWorker('6')).toBeUndefined();
    expect(credentials.sizes().plugin_worker).toBe(1);
  });

  it('finds the latest version, and nothing after the revocation', () => {
    const credentials = store();
    credentials.apply(worker({ version: 2, plugin_version_id: '7' }));
    credentials.apply(worker());
    expect(credentials.findWorker('w-1')?.plugin_version_id).toBe('7');
    credentials.apply(revocation('plugin_worker', '6', 3));
    credentials.apply(worker({ version: 2 }));
    expect(credentials.findWorker('w-1')).toBeUndefined();
    expect(credentials.sizes().plugin_worker).toBe(0);
  });
});
