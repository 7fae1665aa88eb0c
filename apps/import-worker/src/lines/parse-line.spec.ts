import { describe, expect, it } from '@jest/globals';
import type { DocumentType } from '@tributary/contracts/imports/import-messages';
import { emailHash } from '@tributary/contracts/tracking/identifier';
import { idsOfLines } from '@tributary/contracts/imports/import-messages';
import { lineParser, type FileFormat } from './parse-line.js';

const idOf = idsOfLines('9');
const context = { idOf, line: 3, creation_ts: 1_000_000 };
const hash = 'AB'.repeat(32);
const agent = { type: 'USER_AGENT', value: 'web:1:a' };
const account = { type: 'USER_ACCOUNT', compartment_id: 'default', value: 'u' };
const email = { type: 'USER_EMAIL', value: hash.toLowerCase() };

const format = (document_type: DocumentType, difference: Partial<FileFormat> = {}): FileFormat => ({
  document_type,
  encoding: 'utf-8',
  csv_columns: null,
  csv_delimiter: null,
  ...difference,
});
const parse = (document_type: DocumentType, line: unknown) =>
  lineParser(format(document_type))(Buffer.from(typeof line === 'string' ? line : JSON.stringify(line)), context);
const parseRow = (document_type: DocumentType, columns: string, row: string) =>
  lineParser(format(document_type, { csv_columns: columns.split(','), csv_delimiter: ',' }))(Buffer.from(row), context);

type Fields = Record<string, unknown>;
const broken = (error_code: string) => ({ error_code, error: expect.any(String) });
const badData = broken('BAD_REQUEST_DATA');
const badFormat = broken('BAD_REQUEST_FORMAT');

describe('any line', () => {
  it.each<[string, string]>([
    ['not JSON', '{'],
    ['incomplete JSON', '{"operation":"UPDATE"'],
    ['two JSON values', '{}{}'],
  ])('that is %s is BAD_REQUEST_FORMAT', (_case, line) => expect(parse('USER_SEGMENT', line)).toEqual(badFormat));

  it('whose bytes are invalid in the encoding is BAD_REQUEST_FORMAT', () => {
    expect(lineParser(format('USER_SEGMENT'))(Buffer.from([0x22, 0xff, 0x22]), context)).toEqual(badFormat);
  });

  it.each<[string, string]>([
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
    ['an object with U+0000', '{"segment_id":"\\u0000"}'],
    ['nested too deeply', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`],
  ])('that is %s is BAD_REQUEST_DATA', (_case, line) => expect(parse('USER_SEGMENT', line)).toEqual(badData));
});

describe('a line of USER_ACTIVITY', () => {
  const activity = { $type: 'SITE_VISIT', $user_agent_id: 'web:1:a' };

  it('is an activity with an id from its line number, and its text as sent', () => {
    const line = '{ "$type":"SITE_VISIT", "$user_agent_id":"web:1:a", "big":12345678901234567890 }';
    expect(parse('USER_ACTIVITY', line)).toEqual({
      operation: { kind: 'activity', activity_id: idOf(3), identifiers: [agent], body: line },
    });
  });

  it('has its $unique_key as id', () => {
    const $unique_key = '0190163D-8694-739B-AEA5-966C26F8AD91';
    expect(parse('USER_ACTIVITY', { ...activity, $unique_key })).toMatchObject({
      operation: { activity_id: $unique_key.toLowerCase() },
    });
  });

  it.each<[string, Fields]>([
    ['no type', { $type: undefined }],
    ['no identifier', { $user_agent_id: undefined }],
    ['junk alone', { $user_agent_id: 'web:1:null' }],
    ['an account that is a fraction', { $user_account_id: 1.5 }],
    ['a negative time', { $ts: -1 }],
    ['a negative time as text', { $ts: '-1' }],
  ])('with %s is rejected', (_case, difference) =>
    expect(parse('USER_ACTIVITY', { ...activity, ...difference })).toEqual(badData),
  );
});

describe('ids and times of any line', () => {
  const accountOf = (value: string) => ({ type: 'USER_ACCOUNT', compartment_id: '1606', value });
  const given = { compartment_id: 1606, user_account_id: 12 };
  const choice = { $processing_id: 5, $choice_ts: '7', $choice_acceptance_value: true };
  const profile = { $user_account_id: 12, $compartment_id: 1606, $ts: '7' };
  const segment = { operation: 'UPDATE', segment_id: 's', ...given };

  it.each<[DocumentType, unknown, object]>([
    [
      'USER_ACTIVITY',
      { $type: 'TOUCH', $ts: '7', $user_account_id: 12, $compartment_id: 1606 },
      { identifiers: [accountOf('12')] },
    ],
    ['USER_SEGMENT', segment, { identifier: accountOf('12') }],
    ['USER_CHOICE', { operation: 'UPSERT', ...given, user_choice: choice }, { processing_id: '5', choice_ts: 7 }],
    ['USER_CHOICE', { operation: 'DELETE', ...given, user_choice: { $processing_id: 5 } }, { processing_id: '5' }],
    ['USER_PROFILE', { operation: 'UPSERT', ...given, user_profile: profile }, { identifier: accountOf('12'), ts: 7 }],
    ['USER_IDENTIFIERS_DELETION', { type: 'USER_ACCOUNT', ...given }, { identifier: accountOf('12') }],
    ['USER_POINTS_DELETION', { type: 'USER_ACCOUNT', ...given }, { identifier: accountOf('12') }],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      { identifiers: [{ type: 'USER_ACCOUNT', ...given }] },
      { identifiers: [accountOf('12')] },
    ],
  ])('may be integers and decimal texts: %s %j', (type, line, expected) => {
    expect(parse(type, line)).toMatchObject({ operation: expected });
    // The digits that were sent, beyond 2^53 too.
    const large = JSON.stringify(line).replaceAll('account_id":12', 'account_id":12345678901234567890');
    if (type !== 'USER_PROFILE') expect(JSON.stringify(parse(type, large))).toContain('"value":"12345678901234567890"');
    for (const id of ['-12', '12.0', '12e0'])
      expect(parse(type, JSON.stringify(line).replace(/(account_id|processing_id)":\d+/, `$1":${id}`))).toEqual(
        badData,
      );
  });

  it.each(['12x', '-1', '1e3', '0', ''])('refuse the time "%s"', (time) => {
    expect(parse('USER_ACTIVITY', { $type: 'TOUCH', $user_agent_id: 'a', $ts: time })).toEqual(badData);
    const user_choice = { ...choice, $choice_ts: time };
    expect(parse('USER_CHOICE', { operation: 'UPSERT', ...given, user_choice })).toEqual(badData);
    const user_profile = { ...profile, $ts: time };
    expect(parse('USER_PROFILE', { operation: 'UPSERT', ...given, user_profile })).toEqual(badData);
  });

  it('do not make a segment of an integer, nor an expiry of a text', () => {
    expect(parse('USER_SEGMENT', { ...segment, segment_id: 7 })).toEqual(badData);
    expect(parse('USER_SEGMENT', { ...segment, email_hash: 7, user_account_id: null })).toEqual(badData);
    expect(parse('USER_SEGMENT', { ...segment, expiration_ts: '5' })).toEqual(badData);
  });

  it('may be cells of CSV', () => {
    const row = parseRow('USER_PROFILE', 'operation,user_account_id,$ts,$user_account_id,a', 'UPSERT,012,7,012,x');
    expect(row).toMatchObject({ operation: { identifier: { value: '012' }, ts: 7, properties: '{"a":"x"}' } });
    expect(parseRow('USER_PROFILE', 'operation,user_account_id,$ts,a', 'UPSERT,u,1e3,x')).toEqual(badData);
    expect(
      parseRow(
        'USER_PROFILE',
        'operation,compartment_id,user_account_id,user_profile',
        'UPSERT,1606,12,"{""$user_account_id"":12,""$compartment_id"":1606}"',
      ),
    ).toMatchObject({ operation: { identifier: accountOf('12') } });
  });
});

describe('junk identifiers of any line', () => {
  const agentLine = { user_agent_id: 'web:1:a' };
  const segment = { operation: 'UPDATE', segment_id: 's' };
  const agentOf = (user_agent_id: string) => ({ type: 'USER_AGENT', user_agent_id });
  /** How many are left out. */
  function leftOut(type: DocumentType, line: unknown): [ReturnType<typeof parse>, number] {
    let junk = 0;
    const leaveOut = (identifiers: number) => (junk += identifiers);
    return [lineParser(format(type))(Buffer.from(JSON.stringify(line)), { ...context, leaveOut }), junk];
  }

  it.each<[DocumentType, object, number]>([
    ['USER_ACTIVITY', { $type: 'TOUCH', $user_agent_id: 'web:1:a', $user_account_id: 'null' }, 1],
    ['USER_SEGMENT', { ...segment, ...agentLine, user_account_id: '', email_hash: '000' }, 2],
    ['USER_SEGMENT', { ...segment, ...agentLine, operation: 'DELETE', email_hash: 'undefined' }, 1],
    ['USER_PROFILE', { operation: 'UPSERT', ...agentLine, user_account_id: 0, user_profile: {} }, 1],
    [
      'USER_CHOICE',
      { operation: 'DELETE', ...agentLine, user_account_id: ' ', user_choice: { $processing_id: 'p' } },
      1,
    ],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [agentOf('a:0-0'), agentOf('web:1:a')] }, 1],
    [
      'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
      { identifiers: [agentOf(''), agentOf('web:1:a'), agentOf('b'), agentOf('x:null')] },
      2,
    ],
  ])('are left out and counted: %s %j', (type, line, junk) => {
    const [parsed, counted] = leftOut(type, line);
    const operation = { ...('operation' in parsed && parsed.operation) };
    expect(counted).toBe(junk);
    expect(
      'identifier' in operation ? operation.identifier : (operation as { identifiers: unknown[] }).identifiers[0],
    ).toEqual(agent);
  });

  it.each<[DocumentType, object, string]>([
    ['USER_ACTIVITY', { $type: 'TOUCH', $user_agent_id: 'web:1:null' }, '$user_agent_id'],
    ['USER_SEGMENT', { ...segment, user_agent_id: 'null' }, 'user_agent_id'],
    ['USER_SEGMENT', { ...segment, user_account_id: '0' }, 'user_account_id'],
    ['USER_SEGMENT', { ...segment, email_hash: '0'.repeat(64) }, 'email_hash'],
    ['USER_PROFILE', { operation: 'DELETE', user_account_id: '' }, 'user_account_id'],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [agentOf('')] }, 'identifiers[0].user_agent_id'],
    [
      'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
      { identifiers: [agentOf('a'), agentOf('x:0')] },
      'identifiers[1].user_agent_id',
    ],
    ['USER_IDENTIFIERS_DELETION', { type: 'USER_EMAIL', hash: 'null' }, 'hash'],
    ['USER_POINTS_DELETION', { type: 'USER_ACCOUNT', user_account_id: '00' }, 'user_account_id'],
  ])('fail a line that has no other: %s %j', (type, line, field) => {
    expect(leftOut(type, line)).toEqual([
      {
        error_code: 'BAD_REQUEST_DATA',
        error: expect.stringMatching(`^${field.replace(/[$[\]]/g, '\\$&')}: is empty`),
      },
      0,
    ]);
  });

  it('are cells of CSV too', () => {
    const columns = 'user_agent_id,compartment_id,user_account_id,email_hash';
    expect(parseRow('USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', columns, 'mob:ios:raw:000,c,null,AB')).toEqual({
      operation: { kind: 'associate', identifiers: [{ type: 'USER_EMAIL', value: 'ab' }] },
    });
    expect(parseRow('USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', columns, ',c,null,')).toEqual(badData);
  });
});

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
    ['a technical name beside the id', { segment_technical_name: 't' }, { segment_technical_name: 't' }],
    ['a technical name of null', { segment_technical_name: null }, {}],
    ['any data bag', { data_bag: [1, { a: null }] }, { data_bag: '[1,{"a":null}]' }],
    ['a data bag of null', { data_bag: null }, { data_bag: 'null' }],
    ['unknown fields', { other: 1 }, {}],
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
    ['no operation', { operation: undefined }],
    ['an operation of another type', { operation: 'UPSERT' }],
    ['no identifier', { user_agent_id: undefined }],
    ['two identifiers', { user_account_id: 'u' }],
    ['a junk identifier', { user_agent_id: '0000' }],
    ['an invalid hash', { user_agent_id: undefined, email_hash: 'a b' }],
    ['an empty segment', { segment_id: '' }],
    ['a segment that is a number', { segment_id: 7 }],
    ['a negative duration', { expiration_duration: -1 }],
    ['half a minute', { expiration_duration: 0.5 }],
    ['a date that is a string', { expiration_ts: '5' }],
    ['a date beyond the safe integers', { expiration_ts: 2 ** 53 }],
  ])('with %s is rejected', (_case, difference) =>
    expect(parse('USER_SEGMENT', { ...update, ...difference })).toEqual(badData),
  );

  it.each<[string, string, Fields]>([
    ['UPDATE,web:1:a,s,,', '', {}],
    ['UPDATE,web:1:a,s,030,', '', { expiration_ts: 2_800_000 }],
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

describe('a line of USER_PROFILE', () => {
  const upsert = { operation: 'UPSERT', user_account_id: 'u', user_profile: { a: 1 } };
  const written = {
    kind: 'upsert_profile',
    identifier: account,
    compartment_id: 'default',
    update_strategy: 'PARTIAL_UPDATE',
    merge_objects: false,
    properties: '{"a":1}',
  };

  it.each<[string, Fields, Fields]>([
    ['nothing more', {}, {}],
    ['a strategy', { update_strategy: 'PARTIAL_DELETE' }, { update_strategy: 'PARTIAL_DELETE' }],
    ['force_replace', { force_replace: true }, { update_strategy: 'FORCE_REPLACE' }],
    [
      'a strategy that overrides force_replace',
      { force_replace: true, update_strategy: 'PARTIAL_UPDATE' },
      { update_strategy: 'PARTIAL_UPDATE' },
    ],
    ['merge_objects', { merge_objects: true }, { merge_objects: true }],
    [
      'merge_objects, which force_replace overrides',
      { force_replace: true, merge_objects: true },
      { update_strategy: 'FORCE_REPLACE', merge_objects: false },
    ],
    [
      'merge_objects, which force_replace overrides beside any strategy',
      { force_replace: true, merge_objects: true, update_strategy: 'PARTIAL_UPDATE' },
      { merge_objects: false },
    ],
    ['its own time', { user_profile: { $ts: 5, a: 1 } }, { ts: 5 }],
    [
      'the account and compartment of the line',
      { user_profile: { $user_account_id: 'u', $compartment_id: 'default', a: 1 } },
      {},
    ],
    [
      'an e-mail and a compartment',
      { user_account_id: undefined, email_hash: hash, compartment_id: 'c' },
      { identifier: email, compartment_id: 'c' },
    ],
    ['an empty profile', { user_profile: {} }, { properties: '{}' }],
  ])('with %s writes the profile', (_case, difference, expected) =>
    expect(parse('USER_PROFILE', { ...upsert, ...difference })).toEqual({ operation: { ...written, ...expected } }),
  );

  it('keeps numbers as they were written', () => {
    const line = '{"operation":"UPSERT","user_account_id":"u","user_profile":{"n": 12345678901234567890}}';
    expect(parse('USER_PROFILE', line)).toMatchObject({ operation: { properties: '{"n":12345678901234567890}' } });
  });

  it('deletes the profile', () => {
    expect(parse('USER_PROFILE', { operation: 'DELETE', user_account_id: 'u' })).toEqual({
      operation: { kind: 'delete_profile', identifier: account, compartment_id: 'default' },
    });
  });

  it.each<[string, Fields]>([
    ['no profile', { user_profile: undefined }],
    ['a profile that is an array', { user_profile: [] }],
    ['an operation of another type', { operation: 'UPDATE' }],
    ['an unknown strategy', { update_strategy: 'REPLACE' }],
    ['a flag that is a string', { force_replace: 'true' }],
    ['another account inside', { user_profile: { $user_account_id: 'v' } }],
    ['another compartment inside', { user_profile: { $compartment_id: 'c' } }],
    ['two identifiers', { user_agent_id: 'web:1:a' }],
  ])('with %s is rejected', (_case, difference) =>
    expect(parse('USER_PROFILE', { ...upsert, ...difference })).toEqual(badData),
  );

  it.each<[string, string, Fields]>([
    ['operation,user_account_id,a,b', 'UPSERT,u,1,', { properties: '{"a":"1"}' }],
    ['operation,user_account_id,user_profile', 'UPSERT,u,"{""a"":1}"', {}],
    [
      'operation,user_account_id,force_replace,a',
      'UPSERT,u,true,x',
      { update_strategy: 'FORCE_REPLACE', properties: '{"a":"x"}' },
    ],
  ])('may be a row of CSV: %s', (columns, row, expected) =>
    expect(parseRow('USER_PROFILE', columns, row)).toEqual({ operation: { ...written, ...expected } }),
  );

  it.each([
    ['is not JSON', 'user_profile', 'x'],
    ['is empty', 'user_profile', ''],
    ['is empty, and who has another column', 'user_profile,a', ',1'],
  ])('as a row whose profile %s is rejected', (_case, columns, cells) => {
    expect(parseRow('USER_PROFILE', `operation,user_account_id,${columns}`, `UPSERT,u,${cells}`)).toEqual(badData);
  });

  it('may be a row of CSV that names no property', () =>
    expect(parseRow('USER_PROFILE', 'operation,user_account_id,a', 'UPSERT,u,')).toEqual({
      operation: { ...written, properties: '{}' },
    }));
});

describe('a line of USER_CHOICE', () => {
  const user_choice = { $processing_id: 'p', $choice_ts: 5, $choice_acceptance_value: true };
  const upsert = { operation: 'UPSERT', user_agent_id: 'web:1:a', user_choice };

  it('writes a choice with its custom fields', () => {
    expect(parse('USER_CHOICE', { ...upsert, user_choice: { ...user_choice, source: 'x' } })).toEqual({
      operation: {
        kind: 'upsert_choice',
        identifier: agent,
        processing_id: 'p',
        choice_ts: 5,
        choice_acceptance_value: true,
        custom: '{"source":"x"}',
      },
    });
  });

  it('deletes a choice', () => {
    expect(parse('USER_CHOICE', { ...upsert, operation: 'DELETE', user_choice: { $processing_id: 'p' } })).toEqual({
      operation: { kind: 'delete_choice', identifier: agent, processing_id: 'p' },
    });
  });

  it.each<[string, Fields]>([
    ['no choice', { user_choice: undefined }],
    ['no processing', { user_choice: { ...user_choice, $processing_id: undefined } }],
    ['an empty processing', { user_choice: { ...user_choice, $processing_id: '' } }],
    ['no time', { user_choice: { ...user_choice, $choice_ts: undefined } }],
    ['an acceptance that is a string', { user_choice: { ...user_choice, $choice_acceptance_value: 'true' } }],
  ])('with %s is rejected', (_case, difference) =>
    expect(parse('USER_CHOICE', { ...upsert, ...difference })).toEqual(badData),
  );
});

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
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [{ $type: 'USER_AGENT', $user_agent_id: 'a' }] }],
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

describe('encodings', () => {
  it.each<[string, number[]]>([
    ['windows-1252', [0x80]],
    ['latin1', [0x80]],
    ['iso-8859-15', [0xa4]],
    ['iso-8859-16', [0xa4]],
    ['utf-8', [0xe2, 0x82, 0xac]],
    ['utf-16le', [0xac, 0x20]],
    ['utf-16be', [0x20, 0xac]],
    ['gb18030', [0xa2, 0xe3]],
    ['x-mac-roman', [0xdb]],
  ])('reads a euro sign in %s', (encoding, euro) => {
    const [before, after] = ['{"operation":"UPDATE","user_agent_id":"a","segment_id":"', '"}'].map((text) => {
      if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
      return Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : 'latin1');
    });
    const line = Buffer.concat([before ?? Buffer.of(), Buffer.from(euro), after ?? Buffer.of()]);
    expect(lineParser(format('USER_SEGMENT', { encoding }))(line, context)).toMatchObject({
      operation: { segment_id: '€' },
    });
  });

  it('continues after a line with invalid bytes', () => {
    const parseJapanese = lineParser(format('USER_SEGMENT', { encoding: 'shift_jis' }));
    const good = Buffer.from('{"operation":"DELETE","user_agent_id":"a","segment_id":"s"}');
    expect(parseJapanese(Buffer.from([0x22, 0x82]), context)).toEqual(badFormat);
    expect(parseJapanese(good, context)).toMatchObject({ operation: { segment_id: 's' } });
  });
});
