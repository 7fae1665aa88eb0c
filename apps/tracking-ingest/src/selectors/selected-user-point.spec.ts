import { describe, expect, it } from '@jest/globals';
import { parseSelector } from '@tributary/contracts/tracking/user-point-selector';
import { referenceOf } from './selected-user-point.js';

const id = '0191f7a0-0000-7000-8000-00000000000a';

describe('a selector', () => {
  it.each([
    [id, { user_point_id: id }],
    ['user_agent_id=abc', { identifier: { type: 'USER_AGENT', value: 'abc' } }],
  ])('%s yields a reference', (segment, expected) => {
    expect(referenceOf(parseSelector(segment))).toEqual(expected);
  });
});
