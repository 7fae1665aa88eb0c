import { describe, expect, it } from '@jest/globals';
import type { Role } from '@tributary/contracts/admin/access';
import { Access } from './access.js';
import { DirectoryStore } from './directory.store.js';

/** Community 1: organisations 1 (datamart 10) and 2 (datamart 20); community 2: organisation 3 (datamart 30). */
function directory(): DirectoryStore {
  const store = new DirectoryStore();
  for (const [id, community_id] of [
    ['1', '1'],
    ['2', '1'],
    ['3', '2'],
  ] as const)
    store.apply({ kind: 'organisation', id, community_id });
  for (const [id, organisation_id] of [
    ['10', '1'],
    ['20', '2'],
    ['30', '3'],
  ] as const)
    store.apply({ kind: 'datamart', id, organisation_id });
  return store;
}
const caller = (organisation_id: string, role: Role) => ({ user_id: '1', roles: [{ organisation_id, role }] });

describe('mayUseDatamart', () => {
  it.each<[string, Role, string, Role, boolean]>([
    ['a reader reads the datamart of its organisation', 'READER', '10', 'READER', true],
    ['a reader does not write to it', 'READER', '10', 'EDITOR', false],
    ['an editor writes to it', 'EDITOR', '10', 'EDITOR', true],
    ['an organisation admin does not reach the sister organisation', 'ORGANISATION_ADMIN', '20', 'READER', false],
    ['a community admin reaches the sister organisation', 'COMMUNITY_ADMIN', '20', 'ORGANISATION_ADMIN', true],
    ['a community admin does not reach another community', 'COMMUNITY_ADMIN', '30', 'READER', false],
    ['no caller reaches a datamart that does not exist', 'COMMUNITY_ADMIN', '99', 'READER', false],
  ])('%s', (_case, role, datamart, needed, expected) => {
    expect(new Access(directory()).mayUseDatamart(caller('1', role), datamart, needed)).toBe(expected);
  });

  it('is false for a datamart that was deleted', () => {
    const store = directory();
    store.forget('datamart/10');
    expect(new Access(store).mayUseDatamart(caller('1', 'EDITOR'), '10', 'READER')).toBe(false);
  });
});

describe('mayUseCommunity', () => {
  it.each<[string, Role, string, Role, boolean]>([
    ['a caller with a role in one of its organisations sees it', 'READER', '1', 'READER', true],
    ['an organisation admin does not administer it', 'ORGANISATION_ADMIN', '1', 'COMMUNITY_ADMIN', false],
    ['a community admin administers it', 'COMMUNITY_ADMIN', '1', 'COMMUNITY_ADMIN', true],
    ['a caller does not see another community', 'COMMUNITY_ADMIN', '2', 'READER', false],
    ['a caller does not see a community that does not exist', 'COMMUNITY_ADMIN', '9', 'READER', false],
  ])('%s', (_case, role, community, needed, expected) => {
    expect(new Access(directory()).mayUseCommunity(caller('1', role), community, needed)).toBe(expected);
  });
});

describe('requireSomewhere', () => {
  const require = (held: Role, needed: Role) => () =>
    new Access(directory()).requireSomewhere(caller('1', held), needed);

  it('allows a caller who holds the role in any organisation', () => {
    expect(require('COMMUNITY_ADMIN', 'ORGANISATION_ADMIN')).not.toThrow();
  });

  it('refuses a caller who holds it in none', () => {
    expect(require('EDITOR', 'ORGANISATION_ADMIN')).toThrow(expect.objectContaining({ code: 'AUTHORIZATION_ERROR' }));
  });
});

describe('requireResource', () => {
  const access = () => new Access(directory());

  it('throws not found if the caller has no role in the organisation', () => {
    const use = () => access().requireResource(caller('1', 'ORGANISATION_ADMIN'), { organisation_id: '3' }, 'READER');
    expect(use).toThrow(expect.objectContaining({ code: 'RESOURCE_NOT_FOUND' }));
  });

  it('throws forbidden if the role is too low', () => {
    const use = () => access().requireResource(caller('1', 'READER'), { organisation_id: '1' }, 'EDITOR');
    expect(use).toThrow(expect.objectContaining({ code: 'AUTHORIZATION_ERROR' }));
  });

  it('allows a caller with the required role', () => {
    const use = () => access().requireResource(caller('1', 'EDITOR'), { organisation_id: '1' }, 'EDITOR');
    expect(use).not.toThrow();
  });
});

describe('requireCommunityResource', () => {
  it.each<[string, Role, string, string | undefined]>([
    ['throws not found if the caller has no role in the community', 'COMMUNITY_ADMIN', '2', 'RESOURCE_NOT_FOUND'],
    ['throws forbidden if the role is too low', 'ORGANISATION_ADMIN', '1', 'AUTHORIZATION_ERROR'],
    ['allows an admin of the community', 'COMMUNITY_ADMIN', '1', undefined],
  ])('%s', (_case, role, community_id, code) => {
    const access = new Access(directory());
    const use = () => access.requireCommunityResource(caller('1', role), { community_id }, 'COMMUNITY_ADMIN');
    if (code === undefined) expect(use).not.toThrow();
    else expect(use).toThrow(expect.objectContaining({ code }));
  });
});
