import type { Role } from '@tributary/contracts/admin/access';
import type { SignIn, SignInOutcome } from '@tributary/contracts/admin/session';
import { EmailAddress } from '@tributary/contracts/admin/user';
import type { EntityManager } from 'typeorm';
import type { AccessEvents } from '../access-events/access-events.js';
import { insertPerson, type InsertedPerson, type NewPerson } from '../invitations/insert-person.js';

export interface Person {
  outcome: SignInOutcome;
  /** The user that the sign-in is about, also of a refused one; absent if none is known. */
  user_id?: string;
  /** The user, if the sign-in has made it. */
  created?: InsertedPerson & { role: Role };
}

/**
 * The user of an identity. A subject that has signed in before is its user for good: e-mails change, and are given to other
 * people. The first sign-in binds the user with the e-mail to the subject, and makes the user if `new_user` says so. A
 * service account is no person.
 */
export async function findPerson(
  manager: EntityManager,
  events: AccessEvents,
  { identity, new_user }: Pick<SignIn, 'identity' | 'new_user'>,
): Promise<Person> {
  const { issuer, subject, email, is_email_verified } = identity;
  const [bound] = await manager.query<{ user_id: string }[]>(
    'select user_id::text as user_id from user_identities where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  if (bound) return { outcome: 'SIGNED_IN', ...bound };
  const [known] = await manager.query<{ user_id: string; type: string }[]>(
    `select id::text as user_id, type from users where lower(email) = lower($1) for update`,
    [email ?? null],
  );
  const found = known?.type === 'PERSON' ? { user_id: known.user_id } : undefined;
  if (!is_email_verified) return { outcome: 'UNVERIFIED', ...found };
  const created = known || !email || !new_user ? undefined : await create(manager, events, { email, ...new_user });
  const user_id = found?.user_id ?? created?.id;
  if (user_id === undefined) return { outcome: 'UNKNOWN' };
  const inserted = await manager.query<unknown[]>(
    `insert into user_identities (user_id, issuer, subject, creation_ts) values ($1, $2, $3, $4)
     on conflict do nothing returning user_id`,
    [user_id, issuer, subject, Date.now()],
  );
  return { outcome: inserted.length > 0 ? 'SIGNED_IN' : 'TAKEN', user_id, ...(created && { created }) };
}

/** @returns undefined if the organisation does not exist, or the e-mail cannot be that of a user */
async function create(manager: EntityManager, events: AccessEvents, person: NewPerson) {
  const { organisation_id, email, role } = person;
  const [organisation] = await manager.query<unknown[]>('select from organisations where id = $1', [organisation_id]);
  if (!organisation || !EmailAddress.safeParse(email).success) return undefined;
  return { ...(await insertPerson(manager, events, person)), role };
}
