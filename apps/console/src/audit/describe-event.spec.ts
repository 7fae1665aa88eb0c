import { describe, expect, it } from '@jest/globals';
import { describeChanges, describeEvent } from './describe-event.js';

const event = {
  id: '1',
  user_id: '1',
  credential_id: '1',
  credential_kind: 'API_TOKEN' as const,
  request_id: 'r',
  resource: 'api_token',
  resource_id: '12',
};

describe('an event of the audit', () => {
  it.each([
    [{ action: 'DELETE' as const }, 'deleted the api token 12'],
    [{ action: 'SIGN_IN_FAILED' as const, resource: 'session' }, 'failed to sign in'],
    [{ action: 'READ' as const, resource: 'user_point', purpose: 'ticket 7' }, 'read the user point 12 – ticket 7'],
    [
      { action: 'READ' as const, resource: 'user_segment', count: 3 },
      'read user segments 3 times in this hour, signed',
    ],
  ])('%j is a sentence', (fields, sentence) => {
    expect(describeEvent({ ...event, ...fields })).toBe(sentence);
  });

  it('shows values before and after', () => {
    expect(describeChanges({ changes: { name: [null, 'a'], roles: [['x'], []] } })).toEqual([
      { field: 'name', before: '–', after: 'a' },
      { field: 'roles', before: '["x"]', after: '[]' },
    ]);
    expect(describeChanges({})).toEqual([]);
  });
});
