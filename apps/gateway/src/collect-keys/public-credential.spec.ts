import { expect, it } from '@jest/globals';
import { CredentialsStore } from '../access/credentials.store.js';
import { publicCredentialOf } from './public-credential.js';

const kind = 'message_authentication_key' as const;
const signature = { key_id: 'app' };

function storeWith(may_merge_accounts?: boolean): CredentialsStore {
  const store = new CredentialsStore();
  const key = { kind, id: '5', version: 1, key_id: 'app', sealed_secret: '', user_id: '1', expiration_date: Infinity };
  store.apply({ ...key, ...(may_merge_accounts !== undefined && { may_merge_accounts }) });
  return store;
}

it.each([
  ['a key that may merge accounts', storeWith(true), { kind, id: '5', may_merge_accounts: true }],
  ['a key made before the rule', storeWith(), { kind, id: '5', may_merge_accounts: true }],
  ['a key that may not', storeWith(false), { kind, id: '5' }],
  ['a key that was revoked meanwhile', new CredentialsStore(), { kind, id: '' }],
])('of a signature: %s', (_case, store, expected) =>
  expect(publicCredentialOf({ signature }, store)).toEqual(expected),
);

it('of a collect key, and of neither', () => {
  const store = new CredentialsStore();
  expect(publicCredentialOf({ collectKey: { id: '4' } }, store)).toEqual({ kind: 'collect_key', id: '4' });
  expect(publicCredentialOf({}, store)).toBeUndefined();
});
