import type { Identity, SignInOutcome } from '@tributary/contracts/admin/session';
import type { EntityManager } from 'typeorm';

export interface Person {
  outcome: SignInOutcome;
  /** The user that the sign-in is about, also of a refused one; absent if none is known. */
  user_id?: string;
}

/**
 * The user of an identity. A subject that has signed in before is its user for good: e-mails change, and are given to other
 * people. The first sign-in binds the user with the e-mail to the subject. A service account is no person.
 */
export async function findPerson(manager: EntityManager, identity: Identity): Promise<Person> {
  const { issuer, subject, email, is_email_verified } = identity;
  const [bound] = await manager.query<{ user_id: string }[]>(
    'select user_id::text as user_id from user_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  if (bound) return { outcome: 'SIGNED_IN', ...bound };
  const [found] = await manager.query<{ user_id: string }[]>(
    `select id::text as user_id from users where lower(email) = lower($1) and type = 'PERSON' for update`,
    [email ?? null],
  );
  if (!is_email_verified) return { outcome: 'UNVERIFIED', ...found };
  if (!found) return { outcome: 'UNKNOWN' };
  const inserted = await manager.query<unknown[]>(
    `insert into user_identities (user_id, issuer, subject, creation_ts) values ($1, $2, $3, $4)
     on conflict do nothing returning user_id`,
    [found.user_id, issuer, subject, Date.now()],
  );
  return { outcome: inserted.length > 0 ? 'SIGNED_IN' : 'TAKEN', ...found };
}
