import { constraintViolation } from '@tributary/contracts/errors';
import type { EntityManager } from 'typeorm';

/**
 * Refuses to remove the last admin of a community, as no user could grant the role again. Call it after the role was
 * removed, in the same transaction. It locks the community: if two admins remove each other, one of them stays.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION
 */
export async function requireRemainingAdmin(manager: EntityManager, organisation_id: string): Promise<void> {
  const community = `select community_id from organisations where id = $1`;
  await manager.query(`select from communities where id = (${community}) for no key update`, [organisation_id]);
  // A second statement, after the lock: it sees the changes of transactions that held the lock before.
  const admins = await manager.query<object[]>(
    `select from user_roles join organisations on organisations.id = user_roles.organisation_id
     where role = 'COMMUNITY_ADMIN' and community_id = (${community}) limit 1`,
    [organisation_id],
  );
  if (admins.length === 0) throw constraintViolation('role: the community would be left without an admin');
}
