import { describe, expect, it } from '@jest/globals';
import { covers, grantableRoles, roles, roleToManage } from './roles.js';

describe('roles', () => {
  it.each([
    ['READER', 'READER', true],
    ['READER', 'EDITOR', false],
    ['COMMUNITY_ADMIN', 'ORGANISATION_ADMIN', true],
    [undefined, 'READER', false],
  ] as const)('%s covers %s: %s', (held, needed, expected) => expect(covers(held, needed)).toBe(expected));

  it('are managed by ORGANISATION_ADMIN, and COMMUNITY_ADMIN by itself', () =>
    expect(roles.map(roleToManage)).toEqual([
      'ORGANISATION_ADMIN',
      'ORGANISATION_ADMIN',
      'ORGANISATION_ADMIN',
      'COMMUNITY_ADMIN',
    ]));
});

describe('grantableRoles', () => {
  it.each([
    [undefined, []],
    ['EDITOR', []],
    ['ORGANISATION_ADMIN', ['READER', 'EDITOR', 'ORGANISATION_ADMIN']],
    ['COMMUNITY_ADMIN', ['READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN']],
  ] as const)('of %s: %j', (own, expected) => expect(grantableRoles(own)).toEqual(expected));
});
