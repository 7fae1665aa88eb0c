import { describe, expect, it } from '@jest/globals';
import type { Role, UserRole } from '@tributary/contracts/admin/access';
import { mayActAs, mayEdit, maySee, type Subject } from '@tributary/contracts/rules/access/user-rights';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { askerOf } from './user-rights.js';

/** Community 1 has organisations 1 and 2, community 2 has organisation 3. */
function access(): Access {
  const directory = new DirectoryStore();
  for (const [id, community_id] of [['1', '1'] as const, ['2', '1'] as const, ['3', '2'] as const])
    directory.apply({ kind: 'organisation', id, community_id });
  return new Access(directory);
}

/** `EDITOR@1 READER@2` */
const roles = (text: string): UserRole[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((held) => held.split('@') as [Role, string])
    .map(([role, organisation_id]) => ({ organisation_id, role }));
const asker = (held: string) => askerOf(access(), { user_id: '7', roles: roles(held) });
const subject = (held: string, organisation_id = '1', id = '8'): Subject => ({
  id,
  organisation_id,
  roles: roles(held),
});

describe('maySee', () => {
  it.each([
    ['a user of the organisation', 'READER@1', subject(''), true],
    ['a user with a role in the organisation', 'READER@2', subject('EDITOR@2'), true],
    ['itself without any role', '', subject('', '1', '7'), true],
    ['a user of a sister organisation, as admin of the community', 'COMMUNITY_ADMIN@1', subject('', '2'), true],
    ['a user of a sister organisation, as organisation admin', 'ORGANISATION_ADMIN@1', subject('READER@2', '2'), false],
    ['a user of another community', 'COMMUNITY_ADMIN@1', subject('READER@3', '3'), false],
  ])('%s', (_case, held, user, expected) => expect(maySee(asker(held), user)).toBe(expected));
});

describe('mayActAs', () => {
  it.each([
    ['itself', 'READER@1', subject('READER@1', '1', '7'), true],
    ['an editor of the organisation, as its admin', 'ORGANISATION_ADMIN@1', subject('EDITOR@1'), true],
    ['a fellow admin', 'ORGANISATION_ADMIN@1', subject('ORGANISATION_ADMIN@1'), true],
    ['a user without roles, as admin of its organisation', 'ORGANISATION_ADMIN@1', subject(''), true],
    ['a reader, as an editor', 'EDITOR@1', subject('READER@1'), false],
    [
      'the admin of the community, as admin of the organisation',
      'ORGANISATION_ADMIN@1',
      subject('COMMUNITY_ADMIN@1'),
      false,
    ],
    ['a user with a role in another organisation', 'ORGANISATION_ADMIN@1', subject('READER@1 READER@2'), false],
    [
      "a user whose role elsewhere is covered by the caller's role there",
      'ORGANISATION_ADMIN@1 EDITOR@2',
      subject('READER@1 READER@2'),
      true,
    ],
    [
      "a user whose role elsewhere is higher than the caller's",
      'ORGANISATION_ADMIN@1 READER@2',
      subject('READER@1 EDITOR@2'),
      false,
    ],
    [
      'a user of a sister organisation, as admin of the community',
      'COMMUNITY_ADMIN@1',
      subject('COMMUNITY_ADMIN@2 READER@1', '2'),
      true,
    ],
    ['a user with a role in another community', 'COMMUNITY_ADMIN@1', subject('READER@1 READER@3'), false],
  ])('%s', (_case, held, user, expected) => expect(mayActAs(asker(held), user)).toBe(expected));
});

describe('mayEdit', () => {
  it.each([
    ['itself', '', subject('', '1', '7'), true],
    ['a user of the organisation', 'ORGANISATION_ADMIN@1', subject('READER@1'), true],
    ['a guest of another organisation', 'ORGANISATION_ADMIN@1', subject('READER@1', '2'), false],
    ['an admin of the community', 'ORGANISATION_ADMIN@1', subject('COMMUNITY_ADMIN@1'), false],
    ['another reader', 'READER@1', subject('READER@1'), false],
  ])('%s', (_case, held, user, expected) => expect(mayEdit(asker(held), user)).toBe(expected));
});
