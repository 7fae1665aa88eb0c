import { describe, expect, it } from '@jest/globals';
import { hash, account, email, parse, parseRow, badData, type Fields } from '../../test/parsed-lines.js';

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
    ['an unknown operation', { operation: 'REPLACE' }],
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
    // As spreadsheet programs write them.
    [
      'operation,user_account_id,force_replace,a',
      'UPSERT,u,TRUE,TRUE',
      { update_strategy: 'FORCE_REPLACE', properties: '{"a":"TRUE"}' },
    ],
    [
      'operation,user_account_id,force_replace,merge_objects,a',
      'UPSERT,u, False ,True,x',
      { merge_objects: true, properties: '{"a":"x"}' },
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
