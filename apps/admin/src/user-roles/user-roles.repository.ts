import { Injectable } from '@nestjs/common';
import type { Caller, Role } from '@tributary/contracts/access';
import { constraintViolation, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { UserRoleInput, UserRoleResource } from '@tributary/contracts/user-role';
import { readEntities, violatedConstraint } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { Changes } from '../changes.js';
import { readUsers } from '../read-access.js';
import { UserEntity } from '../users/user.entity.js';
import { visibleTo } from '../visible-organisations.js';
import { keepAnAdmin } from './keep-an-admin.js';
import { UserRoleEntity } from './user-role.entity.js';

/** A role in a path. */
export interface UserRoleKey {
  user_id: string;
  id: string;
}

/** Throws when the caller may not take away what is held now. */
export type MayTake = (held: UserRoleResource) => void;

@Injectable()
export class UserRolesRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
  ) {}

  /** The roles of a user in organisations that the caller can see. */
  async list(caller: Caller, user_id: string, page: ListQuery): Promise<Page<UserRoleResource>> {
    const [items, total] = await readEntities(this.dataSource, (manager) =>
      manager.findAndCount(UserRoleEntity, {
        where: { user_id, organisation_id: visibleTo(caller) },
        order: { id: 'ASC' },
        skip: page.first_result,
        take: page.max_results,
      }),
    );
    return { items, total };
  }

  listAll(user_id: string): Promise<UserRoleResource[]> {
    return readEntities(this.dataSource, (manager) =>
      manager.find(UserRoleEntity, { where: { user_id }, order: { id: 'ASC' } }),
    );
  }

  async get(caller: Caller, key: UserRoleKey): Promise<UserRoleResource> {
    const role = await readEntities(this.dataSource, (manager) =>
      manager.findOneBy(UserRoleEntity, { ...key, organisation_id: visibleTo(caller) }),
    );
    if (!role) throw notFound();
    return role;
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

  update(key: UserRoleKey, role: Role, mayTake: MayTake): Promise<UserRoleResource> {
    return this.change(key.user_id, async (manager) => {
      const held = await find(manager, key, mayTake);
      await manager.update(UserRoleEntity, key, { role });
      if (held.role === 'COMMUNITY_ADMIN') await keepAnAdmin(manager, held.organisation_id);
      return { ...held, role };
    });
  }

  delete(key: UserRoleKey, mayTake: MayTake): Promise<void> {
    return this.change(key.user_id, async (manager) => {
      const held = await find(manager, key, mayTake);
      await manager.delete(UserRoleEntity, key);
      if (held.role === 'COMMUNITY_ADMIN') await keepAnAdmin(manager, held.organisation_id);
    });
  }

  /** The user is locked: what it may do is told in the order in which it changes. */
  private change<T>(user_id: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return this.changes.make(async (manager, news) => {
      await manager.findOneOrFail(UserEntity, { where: { id: user_id }, lock: { mode: 'pessimistic_write' } });
      const result = await work(manager);
      await news.credentials(await readUsers(manager, [user_id]));
      return result;
    });
  }
}

async function find(manager: EntityManager, key: UserRoleKey, mayTake: MayTake): Promise<UserRoleResource> {
  const held = await manager.findOneBy(UserRoleEntity, key);
  if (!held) throw notFound();
  mayTake(held);
  return held;
}
