import { describe, expect, it } from '@jest/globals';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import {
  hash,
  agent,
  account,
  email,
  parse,
  parseRow,
  badData,
  badFormat,
  type Fields,
} from '../../test/parsed-lines.js';

describe('a line of USER_SEGMENT', () => {
  const update = { operation: 'UPDATE', user_agent_id: 'web:1:a', segment_id: 's' };
  const entered = { kind: 'update_segment', identifier: agent, segment_id: 's' };

  it.each<[string, Fields, Fields]>([
    ['an agent', {}, {}],
    [
      'an account in the default compartment',
      { user_agent_id: undefined, user_account_id: 'u' },
      { identifier: account },
    ],
    [
      'an account in a compartment',
      { user_agent_id: undefined, user_account_id: 'u', compartment_id: 'c' },
      { identifier: { ...account, compartment_id: 'c' } },
    ],
    ['an e-mail hash, lower-cased', { user_agent_id: null, email_hash: hash }, { identifier: email }],
    [
      'an e-mail hash that is not hexadecimal, as written',
      { user_agent_id: null, email_hash: 'Ab+/Z==' },
      { identifier: { ...email, value: 'Ab+/Z==' } },
    ],
    ['a duration in minutes', { expiration_duration: 2 }, { expiration_ts: 1_120_000 }],
    ['a duration as decimal text', { expiration_duration: '2' }, { expiration_ts: 1_120_000 }],
    ['a duration of 0, which never expires', { expiration_duration: 0 }, { expiration_ts: null }],
    [
      'neither duration nor date, which leaves it to the segment',
      { expiration_duration: null, expiration_ts: null },
      {},
    ],
    ['a date', { expiration_ts: 5 }, { expiration_ts: 5 }],
    ['a date that overrides a duration', { expiration_ts: 5, expiration_duration: 2 }, { expiration_ts: 5 }],
    [
      'a technical name',
      { segment_id: undefined, segment_technical_name: 't' },
      { segment_id: undefined, segment_technical_name: 't' },
    ],
    [
      'a technical name that no new segment may have',
      { segment_technical_name: 't\u001b' },
      { segment_technical_name: 't\u001b' },
    ],
    ['a technical name beside the id', { segment_technical_name: 't' }, { segment_technical_name: 't' }],
    ['a technical name of null', { segment_technical_name: null }, {}],
    ['any data bag', { data_bag: [1, { a: null }] }, { data_bag: '[1,{"a":null}]' }],
    ['a data bag of null', { data_bag: null }, { data_bag: 'null' }],
    ['a type', { type: 'USER_AGENT' }, {}],
    [
      'the type and hash of an activity',
      { $type: 'USER_EMAIL', user_agent_id: undefined, $hash: hash },
      { identifier: email },
    ],
    [
      'the type and address of an activity',
      { $type: 'USER_EMAIL', user_agent_id: undefined, $email: 'a@b.c' },
      { identifier: { ...email, value: emailHash('a@b.c') } },
    ],
    ['unknown fields', { other: 1, hash: 'x', email: 'a@b.c' }, {}],
    ['no operation', { operation: undefined }, {}],
    ['an operation of null', { operation: null }, {}],
    ['UPSERT, which is the same', { operation: 'UPSERT' }, {}],
    ['an integer in place of a segment', { segment_id: 12 }, { segment_id: '12' }],
    ['a date as text', { expiration_ts: '5' }, { expiration_ts: 5 }],
    ['a date beyond the safe integers', { expiration_ts: '9223372036854775807' }, { expiration_ts: 2 ** 53 - 1 }],
    ['white space around ids', { user_agent_id: ' web:1:a\t', segment_id: '\ns ' }, {}],
    [
      'the spelling of the rest of the API',
      {
        user_agent_id: undefined,
        segment_id: undefined,
        $user_account_id: 'u',
        $compartment_id: 'c',
        $segment_id: 's',
      },
      { identifier: { ...account, compartment_id: 'c' } },
    ],
    ['an e-mail as in an activity', { user_agent_id: undefined, $email_hash: { $hash: hash } }, { identifier: email }],
    ['a hash as in an activity', { user_agent_id: undefined, $hash: hash, $email: null }, { identifier: email }],
    [
      'an address',
      { user_agent_id: undefined, $email_hash: { $email: ' Ann@Example.org ' } },
      { identifier: { ...email, value: emailHash('ann@example.org') } },
    ],
  ])('with %s adds to the segment', (_case, difference, expected) =>
    expect(parse('USER_SEGMENT', { ...update, ...difference })).toEqual({ operation: { ...entered, ...expected } }),
  );

  it('keeps the data bag as it was written', () => {
    const line = JSON.stringify(update).replace('}', ',"data_bag": {"n":1.10}}');
    expect(parse('USER_SEGMENT', line)).toMatchObject({ operation: { data_bag: '{"n":1.10}' } });
  });

  it('removes from the segment', () => {
    expect(parse('USER_SEGMENT', { ...update, operation: 'DELETE' })).toEqual({
      operation: { kind: 'delete_segment', identifier: agent, segment_id: 's' },
    });
    const named = { ...update, operation: 'DELETE', segment_id: null, segment_technical_name: 't' };
    expect(parse('USER_SEGMENT', named)).toEqual({
      operation: { kind: 'delete_segment', identifier: agent, segment_technical_name: 't' },
    });
  });

  it.each<[string, Fields, RegExp]>([
    ['no segment', { segment_id: undefined }, /^segment_id: .*segment_technical_name/],
    ['an empty technical name', { segment_technical_name: '' }, /^segment_technical_name: /],
    ['a technical name that is a number', { segment_technical_name: 7 }, /^segment_technical_name: /],
    ['a technical name of 256 characters', { segment_technical_name: 'x'.repeat(256) }, /^segment_technical_name: /],
  ])('with %s is rejected with each operation, and the error names the field', (_case, difference, problem) => {
    for (const operation of ['UPDATE', 'DELETE'])
      expect(parse('USER_SEGMENT', { ...update, operation, ...difference })).toEqual({
        error_code: 'BAD_REQUEST_DATA',
        error: expect.stringMatching(problem),
      });
  });

  it.each<[string, Fields]>([
    ['an operation in lower case', { operation: 'update' }],
    ['no identifier', { user_agent_id: undefined }],
    ['two identifiers', { user_account_id: 'u' }],
    ['a junk identifier', { user_agent_id: '0000' }],
    ['an invalid hash', { user_agent_id: undefined, email_hash: 'a b' }],
    ['an empty segment', { segment_id: '' }],
    ['a segment that is a fraction', { segment_id: 7.5 }],
    ['a negative duration', { expiration_duration: -1 }],
    ['half a minute', { expiration_duration: 0.5 }],
    ['half a minute as text', { expiration_duration: '0.5' }],
    ['a duration beyond 2^53 as text', { expiration_duration: '9007199254740992' }],
    ['a date that is no decimal text', { expiration_ts: '5.5' }],
    ['a date beyond an int64', { expiration_ts: '9223372036854775808' }],
  ])('with %s is rejected', (_case, difference) =>
    expect(parse('USER_SEGMENT', { ...update, ...difference })).toEqual(badData),
  );

  it.each<[string, string, Fields]>([
    ['UPDATE,web:1:a,s,,', '', {}],
    ['UPDATE,web:1:a,s,030,', '', { expiration_ts: 2_800_000 }],
    [' UPDATE, web:1:a ,\ts , 30 , ', '', { expiration_ts: 2_800_000 }],
    [',web:1:a,s,,', '', {}],
    ['UPDATE,web:1:a,s,,"{""a"": 1}"', '', { data_bag: '{"a": 1}' }],
    ['UPDATE,web:1:a,s,,some text', '', { data_bag: '"some text"' }],
  ])('may be a row of CSV: %s', (row, _none, expected) =>
    expect(parseRow('USER_SEGMENT', 'operation,user_agent_id,segment_id,expiration_duration,data_bag', row)).toEqual({
      operation: { ...entered, ...expected },
    }),
  );

  it('as a row may name the segment by its technical name', () => {
    const columns = 'operation,user_agent_id,segment_id,segment_technical_name';
    const expected = { ...entered, segment_id: undefined, segment_technical_name: '12' };
    expect(parseRow('USER_SEGMENT', columns, 'UPDATE,web:1:a,,12')).toEqual({ operation: expected });
    expect(parseRow('USER_SEGMENT', columns, 'DELETE,web:1:a,,12')).toMatchObject({
      operation: { kind: 'delete_segment', segment_technical_name: '12' },
    });
  });

  it.each<[string, string, object]>([
    ['a cell too few', 'UPDATE,web:1:a', badFormat],
    ['a cell too many', 'UPDATE,web:1:a,s,x', badFormat],
    ['an open quote', 'UPDATE,web:1:a,"s', badFormat],
    ['an empty required cell', 'UPDATE,web:1:a,', badData],
  ])('as a row with %s is rejected', (_case, row, expected) =>
    expect(parseRow('USER_SEGMENT', 'operation,user_agent_id,segment_id', row)).toEqual(expected),
  );

  it('as a row with a duration that is not a number is rejected', () => {
    expect(
      parseRow('USER_SEGMENT', 'operation,user_agent_id,segment_id,expiration_duration', 'UPDATE,web:1:a,s,long'),
    ).toEqual(badData);
  });
});
