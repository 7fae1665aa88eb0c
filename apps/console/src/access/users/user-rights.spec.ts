import { describe, expect, it } from '@jest/globals';
import type { Role } from '../../session/connected-user.js';
import { grantableRoles, mayActAs, mayEdit, type Caller, type Subject } from './user-rights.js';

/** `EDITOR@1 READER@2` */
const roles = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((held) => held.split('@') as [Role, string])
    .map(([role, organisation_id]) => ({ organisation_id, role }));
const caller = (held: string): Caller => ({
  id: '7',
  roleAt: (id) => roles(held).find(({ organisation_id }) => organisation_id === id)?.role,
});
const subject = (held: string, organisation_id = '1', id = '8'): Subject => ({
  id,
  organisation_id,
  roles: roles(held),
});

// The cases of the server's own rule.
describe('mayActAs', () => {
  it.each([
    ['itself', 'READER@1', subject('READER@1', '1', '7'), true],
    ['an editor of the organisation, as its admin', 'ORGANISATION_ADMIN@1', subject('EDITOR@1'), true],
    ['a fellow admin', 'ORGANISATION_ADMIN@1', subject('ORGANISATION_ADMIN@1'), true],
    ['a user without roles, as admin of its organisation', 'ORGANISATION_ADMIN@1', subject(''), true],
    ['a reader, as an editor', 'EDITOR@1', subject('READER@1'), false],
    [
      'an admin of the community, as admin of the organisation',
      'ORGANISATION_ADMIN@1',
      subject('COMMUNITY_ADMIN@1'),
      false,
    ],
    ['a user with a role in another organisation', 'ORGANISATION_ADMIN@1', subject('READER@1 READER@2'), false],
    [
      'a user whose role elsewhere is covered there',
      'ORGANISATION_ADMIN@1 EDITOR@2',
      subject('READER@1 READER@2'),
      true,
    ],
    ['a user whose role elsewhere is higher', 'ORGANISATION_ADMIN@1 READER@2', subject('READER@1 EDITOR@2'), false],
  ])('%s', (_case, held, user, expected) => expect(mayActAs(caller(held), user)).toBe(expected));
});

describe('mayEdit', () => {
  it.each([
    ['itself', '', subject('', '1', '7'), true],
    ['a user of the organisation', 'ORGANISATION_ADMIN@1', subject('READER@1'), true],
    ['a guest of another organisation', 'ORGANISATION_ADMIN@1', subject('READER@1', '2'), false],
    ['another reader', 'READER@1', subject('READER@1'), false],
  ])('%s', (_case, held, user, expected) => expect(mayEdit(caller(held), user)).toBe(expected));
});

describe('grantableRoles', () => {
  it.each([
    [undefined, []],
    ['EDITOR', []],
    ['ORGANISATION_ADMIN', ['READER', 'EDITOR', 'ORGANISATION_ADMIN']],
    ['COMMUNITY_ADMIN', ['READER', 'EDITOR', 'ORGANISATION_ADMIN', 'COMMUNITY_ADMIN']],
  ] as const)('of %s: %j', (own, expected) => expect(grantableRoles(own)).toEqual(expected));
});
