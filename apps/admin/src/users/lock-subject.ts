import { existing } from '@tributary/contracts/errors';
import type { Subject } from '@tributary/contracts/rules/access/user-rights';
import type { EntityManager } from 'typeorm';
import { UserRoleEntity } from './user-role.entity.js';
import { UserEntity } from './user.entity.js';

/** Throws if the caller may not do something to or for the user. */
export type AssertRights = (subject: Subject) => void;

/**
 * Reads a user whose roles nothing else changes until the transaction ends.
 *
 * @throws RESOURCE_NOT_FOUND
 */
export async function lockSubject(manager: EntityManager, id: string): Promise<Subject> {
  const user = existing(await manager.findOne(UserEntity, { where: { id }, lock: { mode: 'pessimistic_write' } }));
  // A second statement, after the lock: it sees the changes of transactions that held the lock before.
  const roles = await manager.findBy(UserRoleEntity, { user_id: id });
  return { id, organisation_id: user.organisation_id, roles };
}
