import { expect, it } from '@jest/globals';
import { nameInList } from './name-in-list.js';

const person = { user_point_id: 'p', accounts: [], number_of_identifiers: 1 };
const account = { compartment_id: 'default', user_account_id: 'u-1' };

it.each([
  ['its name', { name: 'Ada', email: 'ada@example.com', accounts: [account] }, 'Ada'],
  ['its e-mail address', { email: 'ada@example.com', accounts: [account] }, 'ada@example.com'],
  ['its oldest account', { accounts: [account] }, 'u-1'],
  ['its id', {}, 'p'],
])('a person is called by %s', (_case, fields, expected) =>
  expect(nameInList({ ...person, ...fields })).toBe(expected),
);
