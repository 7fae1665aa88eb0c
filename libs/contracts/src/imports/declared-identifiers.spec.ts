import { describe, expect, it } from '@jest/globals';
import { emailHash } from '../tracking/identifier.js';
import { declaredIdentifiers, identifierToDelete } from './declared-identifiers.js';
import { AssociationLine, DeclaredIdentifier } from './import-lines.js';

const agent = { type: 'USER_AGENT', user_agent_id: 'web:1:a' };
const account = { type: 'USER_ACCOUNT', user_account_id: 12, compartment_id: 1606 };
const email = { type: 'USER_EMAIL', email: 'a@b.c' };
const read = {
  agent: { type: 'USER_AGENT', value: 'web:1:a' },
  account: { type: 'USER_ACCOUNT', compartment_id: '1606', value: '12' },
  email: { type: 'USER_EMAIL', value: emailHash('a@b.c') },
};
const junk = [
  { type: 'USER_AGENT', user_agent_id: 'mob:ios:raw:00000000-0000' },
  { type: 'USER_ACCOUNT', user_account_id: 'null' },
  { type: 'USER_EMAIL', hash: '0'.repeat(64) },
  { type: 'USER_EMAIL', email_hash: '' },
  { type: 'USER_EMAIL', email: 'undefined' },
];
const junkFields = ['user_agent_id', 'user_account_id', 'hash', 'email_hash', 'email'];

const of = (identifiers: object[], least: 1 | 2) => declaredIdentifiers(AssociationLine.parse({ identifiers }), least);

describe('declared identifiers', () => {
  it('keep their order, without duplicates and junk, which is counted', () => {
    expect(of([agent, ...junk, account, agent, email], 2)).toEqual({
      identifiers: [read.agent, read.account, read.email],
      junk: junk.length,
    });
  });

  it.each<[string, object, object]>([
    ['a junk hash beside a hash', { hash: 'null', email_hash: 'AB' }, { type: 'USER_EMAIL', value: 'ab' }],
    ['a junk hash beside an address', { hash: '', email: 'a@b.c' }, read.email],
    ['a junk address beside a hash', { hash: 'x+Y', email: '' }, { type: 'USER_EMAIL', value: 'x+Y' }],
  ])('of an e-mail do without %s', (_case, fields, expected) =>
    expect(of([{ type: 'USER_EMAIL', ...fields }], 1)).toEqual({ identifiers: [expected], junk: 0 }),
  );

  it.each(junk.map((one, index) => [one, junkFields[index]] as const))('are too few with %j alone', (one, field) => {
    const refusal = (path: string) =>
      expect.objectContaining({ code: 'BAD_REQUEST_DATA', message: expect.stringContaining(path) });
    expect(() => of([one], 1)).toThrow(refusal(`identifiers[0].${field}: is empty`));
    expect(() => of([agent, one], 2)).toThrow(refusal(`identifiers[1].${field}: is empty`));
    expect(of([agent, one], 1)).toEqual({ identifiers: [read.agent], junk: 1 });
  });

  it.each([
    [junk[1], { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'null' }],
    [junk[0], { type: 'USER_AGENT', value: 'mob:ios:raw:00000000-0000' }],
    [{ type: 'USER_EMAIL', hash: 'null', email: 'a@b.c' }, read.email],
  ])('to delete may be junk, which was stored once: %j', (one, identifier) =>
    expect(identifierToDelete(DeclaredIdentifier.parse(one))).toEqual(identifier),
  );

  it.each([
    { type: 'USER_AGENT', user_agent_id: null },
    { type: 'USER_EMAIL', hash: ' ' },
  ])('to delete must be there: %j', (one) =>
    expect(() => identifierToDelete(DeclaredIdentifier.parse(one))).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST_DATA', message: expect.stringContaining('is empty') }),
    ),
  );

  it('are left out if null', () =>
    expect(of([null as never, agent], 1)).toEqual({ identifiers: [read.agent], junk: 1 }));

  it.each([{ type: 'USER_AGENT' }, { type: 'USER_AGENT', user_agent_id: 1.5 }, { type: 'USER_EMAIL', hash: 'a b' }])(
    'are refused wholly if one is malformed: %j',
    (one) => expect(AssociationLine.safeParse({ identifiers: [agent, one] }).success).toBe(false),
  );
});
