import type { InvitationAnswer, OpenInvitation } from '@tributary/contracts/admin/session';
import { isNotFound } from '@tributary/contracts/errors';
import { query } from '@tributary/database/transaction';
import type { DataSource, EntityManager } from 'typeorm';
import type { AccessEvents } from '../access-events/access-events.js';
import { insertApiToken } from '../api-tokens/insert-api-token.js';
import { expirationAfter, type Lifetime } from '../token-lifetime.js';
import { lockSubject } from '../users/lock-subject.js';

/** Most expired invitations that an opening deletes. Each user has one at most. */
const deletedAtOnce = 100;

interface OpenedInvitation {
  answer?: InvitationAnswer;
  /** The organisation and the user of the token that was made. */
  made?: { organisation_id: string; user_id: string };
}

interface Found {
  id: string;
  user_id: string;
  email: string;
}

/**
 * Finds an invitation by its digest. A token that it makes uses it up; without one it is used when its user signs in.
 *
 * @returns nothing for one that is wrong, used, revoked or expired
 */
export async function openInvitation(
  manager: EntityManager,
  events: AccessEvents,
  { invitation_sha256, makes_token }: OpenInvitation,
  lifetime: Lifetime,
): Promise<OpenedInvitation> {
  await deleteExpired(manager);
  const found = await find(manager, invitation_sha256);
  if (!found) return {};
  const { user_id, email } = found;
  if (!makes_token) return { answer: { email } };
  // Users are locked before what hangs on them, in the order of a deletion.
  const subject = await lockSubject(manager, user_id).catch(undefinedIfNotFound);
  if (!subject || !(await use(manager, found, invitation_sha256))) return {};
  const now = Date.now();
  const token = await insertApiToken(manager, events, {
    user_id,
    name: 'made with the invitation',
    creation_date: now,
    expiration_date: expirationAfter(now, lifetime),
    // Full rights: it counts as made by the user itself.
    created_by: user_id,
    limits: null,
  });
  events.answerHasSecret = true;
  const { id, name, value, expiration_date } = token;
  return {
    answer: { email, api_token: { id, name, value, expiration_date } },
    made: { organisation_id: subject.organisation_id, user_id },
  };
}

/** Ends the links of a user who has come in, or whose roles change. */
export const endInvitations = (manager: EntityManager, user_id: string): Promise<unknown> =>
  manager.query('delete from invitations where user_id = $1', [user_id]);

/**
 * Ends all links, after a restore: the dump has those that were used or revoked after it, and no topic knows them.
 *
 * @returns how many there were
 */
export async function endAllInvitations(dataSource: DataSource): Promise<number> {
  const { rowCount } = await query(dataSource, 'delete from invitations');
  return rowCount ?? 0;
}

const undefinedIfNotFound = (error: unknown): undefined => {
  if (!isNotFound(error)) throw error;
};

async function find(manager: EntityManager, invitation_sha256: string): Promise<Found | undefined> {
  const [found] = await manager.query<Found[]>(
    `select invitations.id::text as id, user_id::text as user_id, email from invitations join users on users.id = user_id
     where secret_sha256 = $1 and expiration_ts > $2`,
    [invitation_sha256, Date.now()],
  );
  return found;
}

/** @returns whether this call was the first */
async function use(manager: EntityManager, { id }: Found, invitation_sha256: string): Promise<boolean> {
  const used = await manager.query<unknown[]>(
    `with used as (delete from invitations where id = $1 and secret_sha256 = $2 returning id) select id from used`,
    [id, invitation_sha256],
  );
  return used.length > 0;
}

const deleteExpired = (manager: EntityManager): Promise<unknown> =>
  manager.query(
    `delete from invitations where id in (
       select id from invitations where expiration_ts <= $1 order by expiration_ts limit ${deletedAtOnce}
       for update skip locked)`,
    [Date.now()],
  );
