import { Injectable } from '@nestjs/common';
import {
  sessionIdleMs,
  sessionMaxMs,
  sessionStepMs,
  type SessionAnswer,
  type SessionRequest,
  type SignIn,
} from '@tributary/contracts/admin/session';
import type { EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import type { AccessEvents } from '../access-events/access-events.js';
import { readSessions } from '../access-events/access-state.js';
import { lockSubject } from '../users/lock-subject.js';
import { findPerson } from './find-person.js';

interface SessionKey {
  id: string;
  user_id: string;
}

/** Most expired sessions that a sign-in deletes. Only sign-ins make sessions, so no more stay than are made. */
const deletedAtOnce = 100;

/** Sessions of people who have signed in with an OpenID provider. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly changes: AccessChanges) {}

  /** The one place through which every sign-in, refused sign-in and sign-out passes. */
  answer(request: SessionRequest): Promise<SessionAnswer> {
    switch (request.action) {
      case 'SIGN_IN':
        return this.changes.make((manager, events) => signIn(manager, events, request));
      case 'SIGN_OUT':
        return this.changes.make(async (manager, events) => {
          await end(manager, events, request.session_sha256);
          return {};
        });
      case 'PROLONG':
        return this.changes.make((manager, events) => prolong(manager, events, request.session_sha256));
    }
  }
}

async function signIn(manager: EntityManager, events: AccessEvents, request: SignIn): Promise<SessionAnswer> {
  const { outcome, user_id } = await findPerson(manager, request.identity);
  if (outcome !== 'SIGNED_IN' || user_id === undefined) return { outcome };
  // A deletion or a change of roles at the same time ends this session too, or comes first.
  // Users are locked before sessions, in the order of a deletion.
  await lockSubject(manager, user_id);
  if (request.replaced_sha256 !== undefined) await end(manager, events, request.replaced_sha256);
  await deleteExpired(manager, events);
  const now = Date.now();
  const [created] = await manager.query<{ id: string }[]>(
    `insert into sessions (secret_sha256, user_id, creation_ts, expiration_date, latest_expiration_date)
     values ($1, $2, $3, $4, $5) returning id::text as id`,
    [request.session_sha256, user_id, now, now + sessionIdleMs, now + sessionMaxMs],
  );
  await events.credentialsCreated(await readSessions(manager, created ? [created.id] : []));
  return { outcome };
}

/** @returns the session that has ended, for records; undefined if there was none */
async function end(
  manager: EntityManager,
  events: AccessEvents,
  session_sha256: string,
): Promise<SessionKey | undefined> {
  const [found] = await manager.query<SessionKey[]>(
    'select id::text as id, user_id::text as user_id from sessions where secret_sha256 = $1 for update',
    [session_sha256],
  );
  if (found) await events.revoke('session', found);
  return found;
}

/** Moves the end of a session that is in use. One that has ended stays so. */
async function prolong(manager: EntityManager, events: AccessEvents, session_sha256: string): Promise<SessionAnswer> {
  const now = Date.now();
  const [found] = await manager.query<SessionKey[]>(
    `select id::text as id from sessions
     where secret_sha256 = $1 and expiration_date > $2
       and expiration_date + $4 <= least($3, latest_expiration_date) for update`,
    [session_sha256, now, now + sessionIdleMs, sessionStepMs],
  );
  if (!found) return {};
  await manager.query('update sessions set expiration_date = least($2, latest_expiration_date) where id = $1', [
    found.id,
    now + sessionIdleMs,
  ]);
  await events.credentialsChanged('session', [found.id]);
  return {};
}

async function deleteExpired(manager: EntityManager, events: AccessEvents): Promise<void> {
  const expired = await manager.query<SessionKey[]>(
    `select id::text as id, user_id::text as user_id from sessions where expiration_date <= $1
     order by expiration_date limit ${deletedAtOnce} for update skip locked`,
    [Date.now()],
  );
  for (const session of expired) await events.revoke('session', session);
}
