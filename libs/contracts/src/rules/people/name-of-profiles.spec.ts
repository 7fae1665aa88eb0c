import { expect, it } from '@jest/globals';
import { nameOfProfiles } from './name-of-profiles.js';

const profile = (properties: object, $last_modified_ts = 1) => ({ $last_modified_ts, ...properties });

it.each([
  ['no profile', [], {}],
  ['no name', [profile({ plan: 'gold', name: ' ', email: 7 })], {}],
  [
    'a name',
    [profile({ name: ' Ada Lovelace ', email: 'ada@example.com' })],
    { name: 'Ada Lovelace', email: 'ada@example.com' },
  ],
  ['parts of a name', [profile({ first_name: 'Ada', lastName: 'Lovelace' })], { name: 'Ada Lovelace' }],
  ['one part', [profile({ $last_name: 'Lovelace' })], { name: 'Lovelace' }],
  ['another spelling', [profile({ 'E-Mail': 'ada@example.com' })], { email: 'ada@example.com' }],
  [
    'several profiles, of which the newest has no e-mail address',
    [profile({ name: 'Old', email: 'old@example.com' }, 1), profile({ name: 'New' }, 2)],
    { name: 'New', email: 'old@example.com' },
  ],
])('%s', (_case, profiles, expected) => expect(nameOfProfiles(profiles)).toEqual(expected));
