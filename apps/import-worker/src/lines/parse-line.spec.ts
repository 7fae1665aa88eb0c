import { describe, expect, it } from '@jest/globals';
import type { DocumentType } from '@tributary/contracts/imports/import-messages';
import {
  idOf,
  context,
  agent,
  format,
  parse,
  parseRow,
  badData,
  badFormat,
  type Fields,
} from '../../test/parsed-lines.js';
import { lineParser } from './parse-line.js';

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

  it('says that it is of a bot if its user agent does, and not because its file does', () => {
    const bodyOf = (more: object) => {
      const { operation } = parse('USER_ACTIVITY', { ...activity, ...more }) as { operation: { body: string } };
      return JSON.parse(operation.body) as object;
    };
    const $user_agent_info = { $raw_value: 'Googlebot/2.1 (+http://www.google.com/bot.html)' };
    expect(bodyOf({ $user_agent_info })).toEqual({ ...activity, $user_agent_info, $is_bot: true });
    expect(bodyOf({ $is_bot: true })).toEqual(activity);
  });

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
    ['junk alone', { $user_agent_id: 'null' }],
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
    const negative = JSON.stringify(parse(type, JSON.stringify(line).replaceAll('account_id":12', 'account_id":-12')));
    expect(negative).toContain('"value":"-12"');
    for (const id of ['12.5', '12.0', '12e0'])
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

  it('do not make a hash of an integer', () =>
    expect(parse('USER_SEGMENT', { ...segment, email_hash: 7, user_account_id: null })).toEqual(badData));

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
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [agentOf('tv:0-0'), agentOf('web:1:a')] }, 1],
    [
      'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
      { identifiers: [agentOf(''), agentOf('web:1:a'), agentOf('b'), agentOf('mob:0')] },
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
    ['USER_ACTIVITY', { $type: 'TOUCH', $user_agent_id: 'null' }, '$user_agent_id'],
    ['USER_SEGMENT', { ...segment, user_agent_id: 'null' }, 'user_agent_id'],
    ['USER_SEGMENT', { ...segment, user_account_id: '0' }, 'user_account_id'],
    ['USER_SEGMENT', { ...segment, email_hash: '0'.repeat(64) }, 'email_hash'],
    ['USER_PROFILE', { operation: 'DELETE', user_account_id: '' }, 'user_account_id'],
    ['USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', { identifiers: [agentOf('')] }, 'identifiers[0].user_agent_id'],
    [
      'USER_IDENTIFIERS_DISSOCIATION_DECLARATIONS',
      { identifiers: [agentOf('a'), agentOf('mov:0')] },
      'identifiers[1].user_agent_id',
    ],
    // Other junk may have been stored once: it can be deleted.
    ['USER_IDENTIFIERS_DELETION', { type: 'USER_EMAIL', hash: '' }, 'hash'],
    ['USER_POINTS_DELETION', { type: 'USER_ACCOUNT', user_account_id: null }, 'user_account_id'],
  ])('fail a line that has no other: %s %j', (type, line, field) => {
    expect(leftOut(type, line)).toEqual([
      {
        error_code: 'BAD_REQUEST_DATA',
        error: expect.stringMatching(`^${field.replace(/[$[\]]/g, '\\$&')}: is empty`),
      },
      0,
    ]);
  });

  it.each<[DocumentType, object]>([
    ['USER_ACTIVITY', { $type: 'TOUCH', $user_account_id: 'guest' }],
    ['USER_SEGMENT', { ...segment, user_account_id: 'Guest' }],
    ['USER_PROFILE', { operation: 'DELETE', user_account_id: ' guest' }],
    ['USER_CHOICE', { operation: 'DELETE', user_account_id: 'guest', user_choice: { $processing_id: 'p' } }],
    [
      'USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS',
      { identifiers: [{ type: 'USER_ACCOUNT', user_account_id: 'guest' }] },
    ],
  ])('are none if the datamart has taken the word out of the list: %s %j', (type, line) => {
    const bytes = Buffer.from(JSON.stringify(line));
    expect(lineParser({ ...format(type), junk_exceptions: ['guest'] })(bytes, context)).toHaveProperty('operation');
    expect(lineParser({ ...format(type), junk_exceptions: ['none'] })(bytes, context)).toHaveProperty('error');
  });

  it('are cells of CSV too', () => {
    const columns = 'user_agent_id,compartment_id,user_account_id,email_hash';
    expect(parseRow('USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', columns, 'mob:ios:raw:000,c,null,AB')).toEqual({
      operation: { kind: 'associate', identifiers: [{ type: 'USER_EMAIL', value: 'ab' }] },
    });
    expect(parseRow('USER_IDENTIFIERS_ASSOCIATION_DECLARATIONS', columns, ',c,null,')).toEqual(badData);
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
