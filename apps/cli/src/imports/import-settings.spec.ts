import { describe, expect, it } from '@jest/globals';
import { settingsOf } from './import-settings.js';

const headOf = (text: string, name = 'file.ndjson') => ({ bytes: new TextEncoder().encode(text), name, isWhole: true });
const profile = '{"operation":"UPSERT","user_account_id":"u","user_profile":{}}\n';
const deletion = '{"type":"USER_AGENT","user_agent_id":"a"}\n';

describe('settingsOf', () => {
  it.each([
    [
      'as the file looks',
      profile,
      {},
      { document_type: 'USER_PROFILE', mime_type: 'APPLICATION_X_NDJSON', name: 'file.ndjson' },
    ],
    [
      'as the options say',
      profile,
      { type: 'user_activity', name: 'mine', encoding: 'latin1' },
      { document_type: 'USER_ACTIVITY', name: 'mine', encoding: 'latin1' },
    ],
    [
      'a deletion that is named',
      deletion,
      { type: 'USER_IDENTIFIERS_DELETION' },
      { document_type: 'USER_IDENTIFIERS_DELETION' },
    ],
    ['CSV where it exists', 'a,b\n', { type: 'USER_PROFILE', format: 'csv' }, { mime_type: 'TEXT_CSV' }],
  ])('are %s', (_case, text, options, expected) =>
    expect(settingsOf(headOf(text), { priority: 'MEDIUM', ...options })).toMatchObject(expected),
  );

  it.each([
    ['a deletion that is only guessed', deletion, {}, /removes data/],
    ['an unknown type', profile, { type: 'USERS' }, /no document type "USERS"/],
    ['CSV of activities', profile, { type: 'USER_ACTIVITY', format: 'csv' }, /NDJSON only/],
  ])('refuse %s', (_case, text, options, message) =>
    expect(() => settingsOf(headOf(text), { priority: 'MEDIUM', ...options })).toThrow(message),
  );
});
