import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/admin/access';
import { constraintViolation, existing } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { UserRoleInput, UserRoleResource } from '@tributary/contracts/admin/user-role';
import type { Subject } from '@tributary/contracts/rules/access/user-rights';
import { getEntity, listEntities, readEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { endInvitations } from '../invitations/open-invitation.js';
import { keepCommunityAdmin } from '../users/keep-community-admin.js';
import { lockSubject, type AssertRights } from '../users/lock-subject.js';
import { visibleTo } from '../organisations/visible-organisations.js';
import { UserRoleEntity } from '../users/user-role.entity.js';

/** The ids of a role in a path. */
interface UserRoleKey {
  user_id: string;
  id: string;
}

/** Throws if the caller may not revoke the role that the user has now. */
export type AssertMayRevoke = (held: UserRoleResource) => void;

@Injectable()
export class UserRolesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  /** Roles of a user in organisations that the caller can see. */
  list(caller: Caller, user_id: string, page: ListQuery): Promise<Page<UserRoleResource>> {
    return listEntities(this.dataSource, UserRoleEntity, { user_id, organisation_id: visibleTo(caller) }, page);
  }

  listAll(user_id: string): Promise<UserRoleResource[]> {
    return readEntities(this.dataSource, (manager) =>
      manager.find(UserRoleEntity, { where: { user_id }, order: { id: 'ASC' } }),
    );
  }

  get(caller: Caller, key: UserRoleKey): Promise<UserRoleResource> {
    return getEntity(this.dataSource, UserRoleEntity, { ...key, organisation_id: visibleTo(caller) });
  }

  async insert(user_id: string, input: UserRoleInput): Promise<UserRoleResource> {
    try {
      return await this.change(user_id, async (manager) => {
        const { id } = await manager.save(UserRoleEntity, { ...input, user_id });
        return manager.findOneByOrFail(UserRoleEntity, { id });
      });
    } catch (error) {
      if (violatedConstraint(error) !== 'user_roles_user_id_organisation_id_key') throw error;
      throw constraintViolation('organisation_id: the user has a role there already');
    }
  }

  update(key: UserRoleKey, role: Role, assertMayRevoke: AssertMayRevoke): Promise<UserRoleResource> {
    return this.change(key.user_id, async (manager) => {
      const held = await find(manager, key, assertMayRevoke);
      await keepCommunityAdmin(manager, { roles: [held], field: 'role' }, () =>
        manager.update(UserRoleEntity, key, { role }),
      );
      return { ...held, role };
    });
  }

  delete(key: UserRoleKey, assertRights: AssertRights, assertMayRevoke: AssertMayRevoke): Promise<void> {
    return this.change(key.user_id, async (manager, subject) => {
      assertRights(subject);
      const held = await find(manager, key, assertMayRevoke);
      await keepCommunityAdmin(manager, { roles: [held], field: 'role' }, () => manager.delete(UserRoleEntity, key));
    });
  }

  /**
   * Ends the sessions of the user: each page that is open would go on with what the earlier roles have shown.
   *
   * Locks the user: a later change of its roles has a higher version, and no token of it is created meanwhile.
   */
  private change<T>(user_id: string, work: (manager: EntityManager, subject: Subject) => Promise<T>): Promise<T> {
    return this.changes.make(async (manager, events) => {
      const result = await work(manager, await lockSubject(manager, user_id));
      await events.credentialsChanged('user', [user_id]);
      await events.revoke('session', { user_id, all: true });
      // A link of before would let in with the new roles, and who has invited may not grant them.
      await endInvitations(manager, user_id);
      return result;
    });
  }
}

async function find(
  manager: EntityManager,
  key: UserRoleKey,
  assertMayRevoke: AssertMayRevoke,
): Promise<UserRoleResource> {
  const held = existing(await manager.findOneBy(UserRoleEntity, key));
  assertMayRevoke(held);
  return held;
}
