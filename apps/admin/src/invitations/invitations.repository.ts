import { Injectable } from '@nestjs/common';
import { invitationMs, invitationPath, type Invitation } from '@tributary/contracts/invitations/invitation';
import type { InvitationInput } from '@tributary/contracts/invitations/invitation';
import { newInvitationSecret } from '@tributary/contracts/admin/token-value';
import { ApiError, constraintViolation, notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import type { Subject } from '@tributary/contracts/rules/access/user-rights';
import { readEntities, violatedConstraint, writeEntities } from '@tributary/database/entities';
import type { Page } from '@tributary/http/paged';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../access-events/access-changes.js';
import type { AccessEvents } from '../access-events/access-events.js';
import { tokenSha256 } from '../api-tokens/token-digest.js';
import { lockSubject } from '../users/lock-subject.js';
import { UserRoleEntity } from '../users/user-role.entity.js';
import { insertPerson } from './insert-person.js';

interface Inviter {
  user_id: string;
  /** Whether the inviter may do everything that the user may. */
  mayActAs: (subject: Subject) => boolean;
}

/** Links with which new users get in. Only the digest of a secret is stored; a used or revoked one is deleted. */
@Injectable()
export class InvitationsRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: AccessChanges,
  ) {}

  /** Lists those whose links still work. */
  async list(organisation_id: string, { first_result, max_results }: ListQuery): Promise<Page<Invitation>> {
    return readEntities(this.dataSource, async (manager) => {
      const now = Date.now();
      const items = await manager.query<Invitation[]>(
        `${columns} where invitations.organisation_id = $1 and expiration_ts > $2 order by invitations.id offset $3 limit $4`,
        [organisation_id, now, first_result, max_results],
      );
      const [counted] = await manager.query<{ total: number }[]>(
        'select count(*)::int as total from invitations where organisation_id = $1 and expiration_ts > $2',
        [organisation_id, now],
      );
      return { items, total: counted?.total ?? 0 };
    });
  }

  /**
   * Makes the user with the role, or takes the one who has not come in yet, and a link, with which an earlier one ends. Only
   * this answer has the link.
   *
   * @throws EMAIL_ALREADY_EXISTS for a user who has come in, or as whom the inviter may not act
   * @throws CONSTRAINT_VIOLATION_EXCEPTION if the user has another role in the organisation
   */
  async insert(organisation_id: string, input: InvitationInput, inviter: Inviter): Promise<Invitation> {
    const secret = newInvitationSecret();
    try {
      const invitation = await this.changes.make(async (manager, events) => {
        const user_id = await findOrInsertUser(manager, events, { organisation_id, input, inviter });
        const now = Date.now();
        await manager.query(
          `insert into invitations (organisation_id, user_id, role, secret_sha256, created_by, creation_ts, expiration_ts)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (user_id) do update set organisation_id = excluded.organisation_id, role = excluded.role,
             secret_sha256 = excluded.secret_sha256, created_by = excluded.created_by,
             creation_ts = excluded.creation_ts, expiration_ts = excluded.expiration_ts`,
          [organisation_id, user_id, input.role, tokenSha256(secret), inviter.user_id, now, now + invitationMs],
        );
        const [made] = await manager.query<Invitation[]>(`${columns} where user_id = $1`, [user_id]);
        if (!made) throw new Error('an invitation that was just made is not there');
        events.answerHasSecret = true;
        return made;
      });
      return { ...invitation, link: `${invitationPath}#${secret}` };
    } catch (error) {
      if (violatedConstraint(error) !== 'users_email') throw error;
      throw emailIsTaken();
    }
  }

  /** Ends the link. The user and its role stay. @throws RESOURCE_NOT_FOUND */
  async delete(key: Pick<Invitation, 'organisation_id' | 'id'>): Promise<void> {
    await writeEntities(this.dataSource, async (manager) => {
      const deleted = await manager.query<unknown[]>(
        `with deleted as (
           delete from invitations where organisation_id = $1 and id = $2 and expiration_ts > $3 returning id)
         select id from deleted`,
        [key.organisation_id, key.id, Date.now()],
      );
      if (deleted.length === 0) throw notFound();
    });
  }
}

const columns = `
  select invitations.id::text as id, invitations.organisation_id::text as organisation_id, user_id::text as user_id, email,
    role, created_by::text as created_by, creation_ts::float8 as creation_ts, expiration_ts::float8 as expiration_ts
  from invitations join users on users.id = user_id`;

const emailIsTaken = () =>
  new ApiError(
    'EMAIL_ALREADY_EXISTS',
    'email: another user has it already, who needs no invitation or is not yours to invite',
  );

interface Invited {
  organisation_id: string;
  input: InvitationInput;
  inviter: Inviter;
}

async function findOrInsertUser(manager: EntityManager, events: AccessEvents, invited: Invited): Promise<string> {
  const { organisation_id, input, inviter } = invited;
  const { email, role } = input;
  const [found] = await manager.query<{ id: string; type: string }[]>(
    'select id::text as id, type from users where lower(email) = lower($1)',
    [email],
  );
  if (!found) return (await insertPerson(manager, events, { organisation_id, ...input })).id;
  const subject = await lockSubject(manager, found.id);
  if (found.type !== 'PERSON' || !inviter.mayActAs(subject) || (await hasComeIn(manager, found.id)))
    throw emailIsTaken();
  const held = subject.roles.find((one) => one.organisation_id === organisation_id);
  if (held && held.role !== role)
    throw constraintViolation(`role: the user has the role ${held.role} in the organisation`);
  if (!held) {
    await manager.save(UserRoleEntity, { user_id: found.id, organisation_id, role });
    await events.credentialsChanged('user', [found.id]);
  }
  return found.id;
}

/** A link would let its holder act as a user who is here already, with all rights of later. */
async function hasComeIn(manager: EntityManager, user_id: string): Promise<boolean> {
  const [answer] = await manager.query<{ comes: boolean }[]>(
    `select exists (select from user_identities where user_id = $1)
       or exists (select from api_tokens where user_id = $1)
       or exists (select from message_authentication_keys where user_id = $1) as comes`,
    [user_id],
  );
  return answer?.comes ?? true;
}
