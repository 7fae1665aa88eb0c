import { describe, expect, it } from '@jest/globals';
import type { CredentialLimits, Role } from '@tributary/contracts/admin/access';
import { Access } from '@tributary/security/access';
import { DirectoryStore } from '@tributary/security/directory.store';
import { limitedCaller } from './limited-caller.js';

/** One community: organisation 1 with the datamarts 10 and 11, organisation 2 with 20. */
const directory = new DirectoryStore();
for (const id of ['1', '2']) directory.apply({ kind: 'organisation', id, community_id: '1' });
for (const [id, organisation_id] of [
  ['10', '1'],
  ['11', '1'],
  ['20', '2'],
] as const)
  directory.apply({ kind: 'datamart', id, organisation_id });
const access = new Access(directory);

const role = (organisation_id: string, held: Role) => ({ organisation_id, role: held });
const callerWith = (limits: CredentialLimits, ...roles: ReturnType<typeof role>[]) =>
  limitedCaller({ user_id: '1', token_id: '5', roles, limits }, directory);

describe('a credential', () => {
  it('without limits has all roles of its user', () => {
    const caller = { user_id: '1', roles: [role('1', 'EDITOR')] };
    expect(limitedCaller({ ...caller, limits: undefined }, directory)).toEqual(caller);
  });

  it('never gets the roles that its user got later', () => {
    const caller = callerWith({ ceiling: [role('1', 'READER')] }, role('1', 'EDITOR'), role('2', 'EDITOR'));
    expect(access.mayUseDatamart(caller, '10', 'READER')).toBe(true);
    expect(access.mayUseDatamart(caller, '10', 'EDITOR')).toBe(false);
    expect(access.mayUseDatamart(caller, '20', 'READER')).toBe(false);
    expect(() => access.requireDatamart(caller, '20', 'READER')).toThrow(/made before its user got further roles/);
  });

  it('loses the roles that its user loses', () => {
    const caller = callerWith({ ceiling: [role('1', 'EDITOR'), role('2', 'EDITOR')] }, role('1', 'READER'));
    expect(access.mayUseDatamart(caller, '10', 'READER')).toBe(true);
    expect(access.mayUseDatamart(caller, '10', 'EDITOR')).toBe(false);
    expect(access.mayUseDatamart(caller, '20', 'READER')).toBe(false);
    expect(caller).not.toHaveProperty('lacks_later_roles');
  });

  it('that was made for a role acts with that at most, in the whole community', () => {
    const caller = callerWith({ role: 'READER' }, role('1', 'COMMUNITY_ADMIN'));
    for (const datamart of ['10', '20']) {
      expect(access.mayUseDatamart(caller, datamart, 'READER')).toBe(true);
      expect(access.mayUseDatamart(caller, datamart, 'EDITOR')).toBe(false);
    }
    expect(access.mayUseCommunity(caller, '1', 'READER')).toBe(true);
    expect(access.mayUseCommunity(caller, '1', 'COMMUNITY_ADMIN')).toBe(false);
    expect(() => access.requireSomewhere(caller, 'ORGANISATION_ADMIN')).toThrow(/READER at most/);
  });

  it('that was made for a role and for datamarts says both when it is refused', () => {
    const caller = callerWith({ role: 'READER', datamart_ids: ['10'] }, role('1', 'EDITOR'));
    expect(() => access.requireDatamart(caller, '10', 'EDITOR')).toThrow(
      'The credential may act as READER at most, and in these datamarts only: 10',
    );
  });

  it('that was made for datamarts acts nowhere else, and on no organisation', () => {
    const caller = callerWith({ datamart_ids: ['10'] }, role('1', 'COMMUNITY_ADMIN'));
    expect(access.mayUseDatamart(caller, '10', 'COMMUNITY_ADMIN')).toBe(true);
    expect(access.mayUseDatamart(caller, '11', 'READER')).toBe(false);
    expect(access.mayUseOrganisation(caller, '1', 'READER')).toBe(false);
    expect(access.mayUseCommunity(caller, '1', 'READER')).toBe(false);
    expect(() => access.requireResource(caller, { organisation_id: '1' }, 'READER')).toThrow(
      expect.objectContaining({ code: 'AUTHORIZATION_ERROR', message: expect.stringContaining('10') }),
    );
  });
});
