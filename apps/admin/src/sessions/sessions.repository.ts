import { Inject, Injectable } from '@nestjs/common';
import {
  sessionIdleMs,
  sessionMaxMs,
  sessionStepMs,
  type OpenInvitation,
  type SessionAnswer,
  type SessionRequest,
  type SignIn,
} from '@tributary/contracts/admin/session';
import { violatedConstraint } from '@tributary/database/entities';
import type { EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import type { AccessEvents } from '../access-events/access-events.js';
import { readSessions } from '../access-events/access-state.js';
import { AuditEventsRepository, type SignInEvent } from '../audit-events/audit-events.repository.js';
import { SETTINGS, type AdminSettings } from '../config.js';
import { endInvitations, openInvitation } from '../invitations/open-invitation.js';
import { lockSubject } from '../users/lock-subject.js';
import { findPerson, type Person } from './find-person.js';

interface SessionKey {
  id: string;
  user_id: string;
}

/** Most expired sessions that a sign-in deletes. Only sign-ins make sessions, so no more stay than are made. */
const deletedAtOnce = 100;

/** Sessions of people who have signed in with an OpenID provider, and the invitations with which new ones come. */
@Injectable()
export class SessionsRepository {
  constructor(
    private readonly changes: AccessChanges,
    private readonly audit: AuditEventsRepository,
    @Inject(SETTINGS) private readonly settings: Pick<AdminSettings, 'API_TOKEN_LIFETIME'>,
  ) {}

  /** The one place through which every sign-in, refused sign-in and sign-out passes. */
  answer(request: SessionRequest): Promise<SessionAnswer> {
    switch (request.action) {
      case 'SIGN_IN':
        // Two first sign-ins of a person at once make one user: the second one finds it when it is repeated.
        return this.signIn(request).catch((error: unknown) => {
          if (violatedConstraint(error) !== 'users_email') throw error;
          return this.signIn(request);
        });
      case 'SIGN_OUT':
        return this.changes.make(async (manager, events) => {
          const ended = await end(manager, events, request.session_sha256);
          const session = ended && { user_id: ended.user_id, session_id: ended.id };
          await this.record(manager, 'SIGN_OUT', { ...requestOf(request), ...session });
          return {};
        });
      case 'OPEN_INVITATION':
        return this.changes.make((manager, events) => this.open(manager, events, request));
      case 'PROLONG':
        return this.changes.make((manager, events) => prolong(manager, events, request.session_sha256));
    }
  }

  private signIn(request: SignIn): Promise<SessionAnswer> {
    return this.changes.make(async (manager, events) => {
      const { outcome, created, ...person } = await signIn(manager, events, request);
      const action = outcome === 'SIGNED_IN' ? 'SIGN_IN' : 'SIGN_IN_FAILED';
      const event = { ...requestOf(request), ...person };
      if (created) await this.audit.recordNewPerson(manager, { ...event, created });
      await this.record(manager, action, event);
      return { outcome };
    });
  }

  private async open(manager: EntityManager, events: AccessEvents, request: OpenInvitation): Promise<SessionAnswer> {
    const { answer, made } = await openInvitation(manager, events, request, this.settings.API_TOKEN_LIFETIME);
    const token = answer?.api_token;
    if (made && token) await this.audit.recordInvitedToken(manager, { ...requestOf(request), ...made, token });
    return answer ? { invitation: answer } : {};
  }

  /** The attempt of a person whom no one knows leaves nothing: it belongs to no organisation. */
  private async record(
    manager: EntityManager,
    action: SignInEvent['action'],
    { user_id, ...event }: Omit<SignInEvent, 'action' | 'user_id'> & { user_id?: string },
  ): Promise<void> {
    if (user_id !== undefined) await this.audit.recordSignIn(manager, { action, user_id, ...event });
  }
}

const requestOf = ({ request_id, address }: { request_id: string; address?: string | undefined }) => ({
  request_id,
  ...(address !== undefined && { address }),
});

/** The outcome with the user, and the session that has begun. */
interface SignedIn extends Person {
  session_id?: string;
}

async function signIn(manager: EntityManager, events: AccessEvents, request: SignIn): Promise<SignedIn> {
  const person = await findPerson(manager, events, request);
  const { outcome, user_id } = person;
  if (outcome !== 'SIGNED_IN' || user_id === undefined) return person;
  // A deletion or a change of roles at the same time ends this session too, or comes first.
  // Users are locked before sessions, in the order of a deletion.
  await lockSubject(manager, user_id);
  await endInvitations(manager, user_id);
  if (request.replaced_sha256 !== undefined) await end(manager, events, request.replaced_sha256);
  await deleteExpired(manager, events);
  const now = Date.now();
  const [created] = await manager.query<{ id: string }[]>(
    `insert into sessions (secret_sha256, user_id, creation_ts, expiration_date, latest_expiration_date)
     values ($1, $2, $3, $4, $5) returning id::text as id`,
    [request.session_sha256, user_id, now, now + sessionIdleMs, now + sessionMaxMs],
  );
  await events.credentialsCreated(await readSessions(manager, created ? [created.id] : []));
  return { ...person, ...(created && { session_id: created.id }) };
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
