import { describe, expect, it } from '@jest/globals';
import { agent, parse, badData, type Fields } from '../../test/parsed-lines.js';

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
