import { Injectable } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { ApiError } from '@tributary/contracts/errors';
import type { TenantListQuery } from '@tributary/contracts/tenant-list-query';
import type { User, UserInput, UserUpdate } from '@tributary/contracts/admin/user';
import type { Subject } from '@tributary/contracts/rules/access/user-rights';
import { emptied } from '@tributary/database/columns';
import { getEntity, listEntities, readEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, Raw } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import { readUsers } from '../access-events/access-state.js';
import { keepCommunityAdmin } from './keep-community-admin.js';
import { lockSubject, type AssertRights } from './lock-subject.js';
import { UserRoleEntity } from './user-role.entity.js';
import { visibilityOf, visibleOrganisations, visibleTo } from '../organisations/visible-organisations.js';
import { UserEntity } from './user.entity.js';

@Injectable()
export class UsersRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  /** Users of the visible organisations, and guests: users with a role in one of them. */
  list(caller: Caller, query: TenantListQuery): Promise<Page<User>> {
    const holdsRole = `select user_id from user_roles where organisation_id in (${visibleOrganisations})`;
    const isGuest = Raw((column) => `${column} in (${holdsRole})`, visibilityOf(caller, query));
    const where = [{ organisation_id: visibleTo(caller, query) }, { id: isGuest }];
    return listEntities(this.dataSource, UserEntity, where, query);
  }

  get(id: string): Promise<User> {
    return getEntity(this.dataSource, UserEntity, { id });
  }

  async getSubject(id: string): Promise<Subject> {
    const { organisation_id } = await this.get(id);
    const roles = await readEntities(this.dataSource, (manager) => manager.findBy(UserRoleEntity, { user_id: id }));
    return { id, organisation_id, roles };
  }

  insert(input: UserInput): Promise<User> {
    return withUniqueEmail(() =>
      this.changes.make(async (manager, events) => {
        const { id } = await manager.save(UserEntity, { ...input });
        await events.credentialsCreated(await readUsers(manager, [id]));
        return manager.findOneByOrFail(UserEntity, { id });
      }),
    );
  }

  async update(id: string, { first_name, last_name, email, display_name }: Omit<UserUpdate, 'type'>): Promise<User> {
    await withUniqueEmail(() =>
      writeEntities(this.dataSource, (manager) =>
        manager.update(
          UserEntity,
          { id },
          {
            first_name: first_name ?? emptied,
            last_name: last_name ?? emptied,
            email: email ?? emptied,
            display_name: display_name ?? emptied,
          },
        ),
      ),
    );
    return this.get(id);
  }

  /** Ends the roles, tokens and keys of the user. @throws CONSTRAINT_VIOLATION_EXCEPTION for the last admin of a community */
  delete(id: string, assertRights: AssertRights): Promise<void> {
    return this.changes.make(async (manager, events) => {
      const subject = await lockSubject(manager, id);
      assertRights(subject);
      const { roles } = subject;
      await keepCommunityAdmin(manager, { roles, field: 'user_id' }, () => events.deleteUser(id));
    });
  }
}

async function withUniqueEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email') throw error;
    throw new ApiError('EMAIL_ALREADY_EXISTS', 'email: another user has it already');
  }
}
