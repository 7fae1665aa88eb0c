import { expect, it } from '@jest/globals';
import { accountsInList, nameInList } from './listed-person.js';

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

it.each([
  ['its accounts', [account, { ...account, user_account_id: 'u-2' }], 'u-1, u-2'],
  ['a dash without an account', [], '–'],
])('a list has %s', (_case, accounts, expected) => expect(accountsInList({ accounts })).toBe(expected));
