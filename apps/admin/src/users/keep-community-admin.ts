import { constraintViolation } from '@tributary/contracts/errors';
import type { Subject } from '@tributary/contracts/rules/access/user-rights';
import type { EntityManager } from 'typeorm';

/** Whether a community has an admin with a valid token. Absent if it has no admin at all. */
type AdminTokens = Map<string, boolean>;

interface Removal {
  /** The roles that the work removes, or those of the user whose token it removes. */
  roles: Subject['roles'];
  /** How an error names what the request would remove. */
  field: string;
}

/**
 * Does the work, unless it leaves a community without an admin, or takes away the last valid token with which an admin can
 * do everything: no user could grant the role or create such a token again.
 *
 * It locks the communities: if two admins remove each other, one of them stays.
 *
 * @throws CONSTRAINT_VIOLATION_EXCEPTION
 */
export async function keepCommunityAdmin<T>(
  manager: EntityManager,
  { roles, field }: Removal,
  work: () => Promise<T>,
): Promise<T> {
  const administered = roles.filter(({ role }) => role === 'COMMUNITY_ADMIN');
  if (administered.length === 0) return work();
  const communities = await lockCommunities(
    manager,
    administered.map(({ organisation_id }) => organisation_id),
  );
  // Further statements, after the lock: they see the changes of transactions that held the lock before.
  const before = await readAdminTokens(manager, communities);
  const result = await work();
  const after = await readAdminTokens(manager, communities);
  for (const id of communities) {
    if (!after.has(id))
      throw refusal(field, 'an admin', 'Make another user COMMUNITY_ADMIN first, and give it a token');
    if (before.get(id) && !after.get(id))
      throw refusal(
        field,
        'an admin who has a valid API token of full rights',
        'Create such a token first, for a user who stays COMMUNITY_ADMIN',
      );
  }
  return result;
}

const refusal = (field: string, missing: string, wayOut: string) =>
  constraintViolation(`${field}: the community would be left without ${missing}. ${wayOut}`);

/** In the order of their ids, so that two transactions never wait for each other. */
async function lockCommunities(manager: EntityManager, organisation_ids: string[]): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(
    `select id::text as id from communities
     where id in (select community_id from organisations where id = any($1)) order by id for no key update`,
    [organisation_ids],
  );
  return rows.map(({ id }) => id);
}

/** Neither the token nor the one that made it was made for less than the role. */
const hasFullToken = `exists (
  select from api_tokens where user_id = user_roles.user_id and expiration_date > $2
    and coalesce(limits ->> 'role', 'COMMUNITY_ADMIN') = 'COMMUNITY_ADMIN' and limits -> 'datamart_ids' is null
    and (limits -> 'ceiling' is null or exists (
      select from jsonb_to_recordset(limits -> 'ceiling') as held(organisation_id bigint, role text)
      join organisations as own on own.id = held.organisation_id
      where held.role = 'COMMUNITY_ADMIN' and own.community_id = organisations.community_id)))`;

async function readAdminTokens(manager: EntityManager, communities: string[]): Promise<AdminTokens> {
  const rows = await manager.query<{ community_id: string; has_token: boolean }[]>(
    `select community_id::text as community_id, bool_or(${hasFullToken}) as has_token
     from user_roles join organisations on organisations.id = user_roles.organisation_id
     where role = 'COMMUNITY_ADMIN' and community_id = any($1) group by community_id`,
    [communities, Date.now()],
  );
  return new Map(rows.map(({ community_id, has_token }) => [community_id, has_token]));
}
