import { constraintViolation } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';

/**
 * Refuses to take the last admin's role from a community: nobody could ever give it back. To be called with the role
 * already taken; the community stays locked, so that of two admins who remove each other one stays.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION
 */
export async function keepAnAdmin(manager: EntityManager, organisation_id: string): Promise<void> {
  const community = `select community_id from organisations where id = $1`;
  await manager.query(`select from communities where id = (${community}) for no key update`, [organisation_id]);
  // A statement of its own, after the lock: it sees what others have done before.
  const admins = await manager.query<object[]>(
    `select from user_roles join organisations on organisations.id = user_roles.organisation_id
     where role = 'COMMUNITY_ADMIN' and community_id = (${community}) limit 1`,
    [organisation_id],
  );
  if (admins.length === 0) throw constraintViolation('role: the community would be left without an admin');
}
