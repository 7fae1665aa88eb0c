import { describe, expect, it } from '@jest/globals';
import type { DocumentType } from '@tributary/contracts/imports/import-messages';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { hash, agent, account, email, parse, parseRow, badData } from '../../test/parsed-lines.js';

describe('a line of identifiers', () => {
  const identifiers = [
    { type: 'USER_AGENT', user_agent_id: 'web:1:a' },
    { type: 'USER_ACCOUNT', user_account_id: 'u' },
    { type: 'USER_EMAIL', email: ' Ann@Example.org ' },
    { type: 'USER_EMAIL', hash },
  ];
  const read = [agent, account, { type: 'USER_EMAIL', value: emailHash('ann@example.org') }, email];

  it.each<[DocumentType, unknown, unknown]>([
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers }, { kind: 'associate', identifiers: read }],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      {
        identifiers: [
          { $type: 'USER_AGENT', $user_agent_id: 'web:1:a' },
          { $type: 'USER_EMAIL', $hash: hash },
        ],
      },
      { kind: 'associate', identifiers: [agent, email] },
    ],
    [
      'USER_IDENTIFIERS_DELETION',
      { $type: 'USER_EMAIL', $email_hash: { $hash: hash } },
      { kind: 'delete_identifier', identifier: email },
    ],
    [
      'USER_IDENTIFIERS_DELETION',
      { type: 'USER_EMAIL', hash: 'null' },
      { kind: 'delete_identifier', identifier: { ...email, value: 'null' } },
    ],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      { identifiers: identifiers.slice(0, 1) },
      { kind: 'associate', identifiers: [agent] },
    ],
    ['USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS', { identifiers }, { kind: 'dissociate', identifiers: read }],
    ['USER_IDENTIFIERS_DELETION', identifiers[0], { kind: 'delete_identifier', identifier: agent }],
    ['USER_POINTS_DELETION', identifiers[1], { kind: 'delete_point', identifier: account }],
    [
      'USER_POINTS_DELETION',
      { type: 'USER_POINT', user_point_id: '0190163D-8694-739B-AEA5-966C26F8AD91' },
      { kind: 'delete_point', user_point_id: '0190163d-8694-739b-aea5-966c26f8ad91' },
    ],
  ])('of %s is read: %j', (type, line, operation) => expect(parse(type, line)).toEqual({ operation }));

  it.each<[DocumentType, unknown]>([
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [] }],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', {}],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      { identifiers: [...identifiers, { type: 'USER_AGENT', user_agent_id: 1.5 }] },
    ],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [{ type: 'USER_EMAIL' }] }],
    ['USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS', { identifiers: identifiers.slice(0, 1) }],
    ['USER_IDENTIFIERS_DELETION', { type: 'USER_POINT', user_point_id: '0190163d-8694-739b-aea5-966c26f8ad91' }],
    ['USER_IDENTIFIERS_DELETION', { type: 'USER_ACCOUNT' }],
    ['USER_POINTS_DELETION', { type: 'USER_POINT', user_point_id: '42' }],
  ])('of %s is rejected: %j', (type, line) => expect(parse(type, line)).toEqual(badData));

  it('may be a CSV row, with one identifier per cell', () => {
    const columns = 'user_agent_id,compartment_id,user_account_id,email_hash';
    expect(parseRow('USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', columns, `web:1:a,c,u,${hash}`)).toEqual({
      operation: { kind: 'associate', identifiers: [{ ...account, compartment_id: 'c' }, email, agent] },
    });
    expect(parseRow('USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', columns, 'web:1:a,c,,')).toEqual({
      operation: { kind: 'associate', identifiers: [agent] },
    });
    expect(parseRow('USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', columns, ',c,,')).toEqual(badData);
  });
});
