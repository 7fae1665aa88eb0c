import { describe, expect, it } from '@jest/globals';
import { isOfLastUser, needsConsent, ownerOfToken, tokenOfFragment, type KnownSessions } from './token-link.js';

describe('tokenOfFragment', () => {
  it.each([
    ['#token=tr_abc', 'tr_abc'],
    ['#token=a%2Bb', 'a+b'],
    ['#token=%20tr_abc%20', 'tr_abc'],
    ['#token=', undefined],
    ['#token=é€', undefined],
    ['#token=%00', undefined],
    ['#token=a%0d%0ab', undefined],
    ['#other=1', undefined],
    ['', undefined],
  ])('reads %s', (hash, token) => expect(tokenOfFragment(hash)).toBe(token));
});

const noSession: KnownSessions = { token: undefined, isInterrupted: false, lastUser: undefined };

describe('a link', () => {
  it.each<[string, Partial<KnownSessions>, boolean]>([
    ['signs in at once where no user is signed in (control)', {}, false],
    ['of the session of the tab changes nothing', { token: 'tr_abc', lastUser: '1' }, false],
    ['asks before it replaces a session of the tab', { token: 'tr_other', lastUser: '1' }, true],
    ['asks where another tab has a session', { lastUser: '1' }, true],
    ['asks where the session of the tab is interrupted', { isInterrupted: true }, true],
  ])('%s', (_case, known, asks) => expect(needsConsent('tr_abc', { ...noSession, ...known })).toBe(asks));

  it.each<[string, Partial<KnownSessions>, boolean]>([
    ['goes on as the user of another tab', { lastUser: '1' }, true],
    ['asks another user', { lastUser: '2' }, false],
    ['asks where no user is known', {}, false],
    ['asks in a tab with a session, even of the same user', { lastUser: '1', token: 'tr_other' }, false],
    ['asks where a session is interrupted', { lastUser: '1', isInterrupted: true }, false],
  ])('%s', (_case, known, isKnown) => expect(isOfLastUser({ id: '1' }, { ...noSession, ...known })).toBe(isKnown));
});

describe('ownerOfToken', () => {
  const user = { id: '7', organisation_id: '3', roles: [], datamarts: [] };

  it.each([
    [
      'a person',
      { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.org' },
      { name: 'Ada Lovelace', email: 'ada@example.org', organisation: 'Organisation 3' },
    ],
    ['a service account', { display_name: 'Sync' }, { name: 'Sync', organisation: 'Organisation 3' }],
    ['a user without a name', {}, { name: 'User 7', organisation: 'Organisation 3' }],
  ])('names %s', (_case, fields, owner) => expect(ownerOfToken({ ...user, ...fields })).toEqual(owner));
});
