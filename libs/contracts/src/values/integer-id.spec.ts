import { describe, expect, it } from '@jest/globals';
import { IntegerId } from './integer-id.js';

const longest = '9'.repeat(18);

describe('IntegerId', () => {
  it.each(['1', '42', longest])('accepts %s', (id) => expect(IntegerId.parse(id)).toBe(id));

  // PostgreSQL would read 007 as 7.
  it.each(['0', '-1', '007', '-0', `${longest}9`, `-${longest}9`])(
    'reads %s as the id 0, which matches nothing',
    (id) => expect(IntegerId.parse(id)).toBe('0'),
  );

  it.each(['', 'abc', '1.5', '1e3', '0x1', '+1', ' 1', '1\n'])('refuses %j', (id) =>
    expect(IntegerId.safeParse(id).success).toBe(false),
  );
});
