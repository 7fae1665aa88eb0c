import { describe, expect, it } from '@jest/globals';
import { covers, roleIn } from './permissions.js';

const held = [
  { organisation_id: '1', role: 'READER' as const },
  { organisation_id: '2', role: 'ORGANISATION_ADMIN' as const },
];

describe('roles', () => {
  it.each([
    ['READER', 'READER', true],
    ['READER', 'EDITOR', false],
    ['COMMUNITY_ADMIN', 'ORGANISATION_ADMIN', true],
    [undefined, 'READER', false],
  ] as const)('%s covers %s: %s', (one, needed, expected) => expect(covers(one, needed)).toBe(expected));

  it('are those of one organisation', () => expect(roleIn(held, '2')).toBe('ORGANISATION_ADMIN'));
  it('are none in an unknown organisation', () => expect(roleIn(held, '3')).toBeUndefined());
});
