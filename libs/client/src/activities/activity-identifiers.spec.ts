import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../exact-json.js';
import { identifiersOf, labelOf, selectorOfIdentifier } from './activity-identifiers.js';

const agent = { $type: 'USER_AGENT', $user_agent_id: 'web:1:a' };
const account = { $type: 'USER_ACCOUNT', $user_account_id: 42, $compartment_id: 'shop' };

describe('identifiersOf', () => {
  it.each([
    ['none', {}, []],
    ['no odd ones', { $user_identifiers: [null, 7, { $type: 'USER_AGENT' }, { $type: 'X', $user_agent_id: 'a' }] }, []],
    ['the strongest first', { $user_identifiers: [agent, account] }, ['shop/42', 'web:1:a']],
    [
      'those of the root',
      { $user_agent_id: 'a', $user_account_id: 'u', $email_hash: { $email: 'x@y.z' } },
      ['default/u', 'x@y.z', 'a'],
    ],
    ['each once', { $user_identifiers: [agent], $user_agent_id: 'web:1:a' }, ['web:1:a']],
    ['all digits', { $user_account_id: parseJson('9007199254740993') }, ['default/9007199254740993']],
    ['a hash', { $user_identifiers: [{ $type: 'USER_EMAIL', $hash: 'ab' }] }, ['ab']],
  ])('reads %s', (_case, activity, labels) => expect(identifiersOf(activity).map(labelOf)).toEqual(labels));
});

describe('selectorOfIdentifier', () => {
  it.each([
    [{ kind: 'agent', agent: 'web:1:a' }, 'user_agent_id=web:1:a'],
    [{ kind: 'account', compartment: 'shop', account: '42' }, 'compartment_id=shop,user_account_id=42'],
    [{ kind: 'email', hash: 'ab', email: 'x@y.z' }, 'email_hash=ab'],
    [
      { kind: 'email', email: ' X@y.z ' },
      'email_hash=b8e30d1addc62fa00ee5c1c6d01b5e006963c1b178e6b35458daf6c44875468d',
    ],
  ] as const)('names the person of %j', async (identifier, selector) =>
    expect(await selectorOfIdentifier(identifier)).toBe(selector),
  );
});
