import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  byStrength,
  emailHash,
  emailIdentifier,
  identifierKey,
  isJunk,
  isJunkAgent,
  type Identifier,
} from './identifier.js';

const identifier: fc.Arbitrary<Identifier> = fc.oneof(
  fc.record({ type: fc.constant('USER_ACCOUNT' as const), compartment_id: fc.string(), value: fc.string() }),
  fc.record({ type: fc.constant('USER_EMAIL' as const), value: fc.string() }),
  fc.record({ type: fc.constant('USER_AGENT' as const), value: fc.string() }),
);

const placeholders = ['', ' ', 'null', 'NULL', 'undefined', '0', '0000', '00000000-0000-0000-0000-000000000000'];
const identifying = ['u-1', '100', '0a', 'nullable', 'mob:and:raw:38400000-8cf0-11bd-b23e-10b96e40000d'];

describe('isJunk', () => {
  it.each(placeholders)('is true for "%s"', (value) => expect(isJunk(value)).toBe(true));
  it.each([...identifying, 'shop:0', 'urn:id:null'])('is false for "%s"', (value) => expect(isJunk(value)).toBe(false));
});

describe('isJunkAgent', () => {
  it.each([...placeholders, ':', 'mob:ios:raw:', 'tv:12:null', 'mob:ios:raw:00000000-0000-0000-0000-000000000000'])(
    'is true for "%s"',
    (value) => expect(isJunkAgent(value)).toBe(true),
  );
  it.each(identifying)('is false for "%s"', (value) => expect(isJunkAgent(value)).toBe(false));
});

describe('emailHash', () => {
  it('is the SHA-256 of the trimmed, lower-cased address', () => {
    expect(emailHash(' John.Doe@Example.com ')).toBe(emailHash('john.doe@example.com'));
    expect(emailHash('john.doe@example.com')).toBe('836f82db99121b3481011f16b49dfa5fbc714a0d1b1b9f784a1ebbbf5b39577f');
  });
});

describe('the hash of an e-mail', () => {
  it.each([
    ['AB12', 'ab12'],
    ['Ab+/Zz==', 'Ab+/Zz=='],
    ['0x12AB', '0x12AB'],
    ['GHI', 'GHI'],
  ])('%s is compared as %s', (hash, compared) =>
    expect(emailIdentifier(hash)).toEqual({ type: 'USER_EMAIL', value: compared }),
  );

  it.each(placeholders)('is absent if it is "%s"', (hash) => {
    expect(emailIdentifier(hash)).toBeUndefined();
    expect(emailIdentifier(hash, 'a@b.c')).toEqual({ type: 'USER_EMAIL', value: emailHash('a@b.c') });
    expect(emailIdentifier('ab', hash)).toEqual({ type: 'USER_EMAIL', value: 'ab' });
  });
});

describe('identifierKey', () => {
  it('is equal exactly for equal identifiers', () => {
    fc.assert(
      fc.property(identifier, identifier, (a, b) => {
        expect(identifierKey(a) === identifierKey(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
      }),
    );
  });

  it('distinguishes a colon in the compartment from one in the account', () => {
    const account = (compartment_id: string, value: string) =>
      identifierKey({ type: 'USER_ACCOUNT', compartment_id, value });
    expect(account('a:b', 'c')).not.toBe(account('a', 'b:c'));
  });
});

describe('byStrength', () => {
  it('sorts accounts before e-mails before agents, and removes duplicates', () => {
    const agent = { type: 'USER_AGENT', value: 'g' } as const;
    const email = { type: 'USER_EMAIL', value: 'e' } as const;
    const account = { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'a' } as const;
    expect(byStrength([agent, email, agent, account])).toEqual([account, email, agent]);
  });
});
