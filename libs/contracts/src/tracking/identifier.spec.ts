import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  accountIdentifier,
  addressIdentifier,
  agentIdentifier,
  byStrength,
  emailHash,
  emailIdentifiers,
  hashIdentifier,
  identifierKey,
  readings,
  reread,
  rereadAll,
  type Identifier,
} from './identifier.js';
import { junkExceptions } from './junk.js';

const identifier: fc.Arbitrary<Identifier> = fc.oneof(
  fc.record({ type: fc.constant('USER_ACCOUNT' as const), compartment_id: fc.string(), value: fc.string() }),
  fc.record({ type: fc.constant('USER_EMAIL' as const), value: fc.string() }),
  fc.record({ type: fc.constant('USER_AGENT' as const), value: fc.string() }),
);

describe('emailHash', () => {
  it('is the SHA-256 of the trimmed, lower-cased address', () => {
    expect(emailHash(' John.Doe@Example.com ')).toBe(emailHash('john.doe@example.com'));
    expect(emailHash('john.doe@example.com')).toBe('836f82db99121b3481011f16b49dfa5fbc714a0d1b1b9f784a1ebbbf5b39577f');
  });
});

describe('the hash of an e-mail', () => {
  it.each([
    ['AB12', 'ab12'],
    [' AB12\n', 'ab12'],
    ['Ab+/Zz==', 'Ab+/Zz=='],
    ['0x12AB', '0x12AB'],
    ['GHI', 'GHI'],
    [' Ann@Example.org', emailHash('ann@example.org')],
  ])('%j is compared as %s', (hash, compared) =>
    expect(emailIdentifiers(hash)).toEqual([{ type: 'USER_EMAIL', value: compared }]),
  );

  const address = { type: 'USER_EMAIL', value: emailHash('a@b.c') };

  it.each(['', ' ', 'null', '0000', emailHash('null'), emailHash('')])('is absent if it is "%s"', (junk) => {
    expect(emailIdentifiers(junk)).toEqual([]);
    expect(emailIdentifiers(junk, 'a@b.c')).toEqual([address]);
    expect(emailIdentifiers('ab', junk)).toEqual([{ type: 'USER_EMAIL', value: 'ab' }]);
  });

  it('and an address are two identifiers', () =>
    expect(emailIdentifiers('ab', 'a@b.c')).toEqual([{ type: 'USER_EMAIL', value: 'ab' }, address]));
});

describe('white space around an identifier', () => {
  it('is no part of it, of any kind', () => {
    const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\ufeff') });
    fc.assert(
      fc.property(space, fc.string(), space, (before, text, after) => {
        const padded = before + text + after;
        for (const read of [agentIdentifier, hashIdentifier, addressIdentifier, accountIdentifier])
          expect(read(padded)).toEqual(read(text.trim()));
        expect(accountIdentifier('u', padded)).toEqual(accountIdentifier('u', text.trim()));
      }),
    );
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

describe('an identifier of an older version', () => {
  const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });

  it('is read as one that comes in now, and that one as itself', () => {
    fc.assert(
      fc.property(identifier, (stored) => {
        const current = reread(stored);
        expect(reread(current)).toBe(current);
        expect(readings([stored])).toEqual(current === stored ? [stored] : [stored, current]);
      }),
    );
  });

  it.each<[Identifier, Identifier]>([
    [agent(' a\t'), agent('a')],
    [
      { type: 'USER_ACCOUNT', compartment_id: ' crm ', value: 'u ' },
      { type: 'USER_ACCOUNT', compartment_id: 'crm', value: 'u' },
    ],
    [
      { type: 'USER_ACCOUNT', compartment_id: ' ', value: 'u' },
      { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'u' },
    ],
    [
      { type: 'USER_EMAIL', value: 'Ann@Example.org' },
      { type: 'USER_EMAIL', value: emailHash('ann@example.org') },
    ],
  ])('%j is %j', (stored, current) => expect(reread(stored)).toEqual(current));

  it('is left out of a message if it is junk, beside others, unless the datamart has taken the word out', () => {
    const sent = [agent(' a'), agent('guest'), agent('a')];
    expect(rereadAll(sent)).toEqual([agent('a')]);
    expect(rereadAll(sent, junkExceptions(['guest']))).toEqual([agent('a'), agent('guest')]);
    expect(rereadAll([agent('guest')])).toEqual([agent('guest')]);
  });

  it('leaves a message of now as it is', () => {
    const sent = [agent('a'), agent('b')];
    expect(rereadAll(sent)).toBe(sent);
  });
});
