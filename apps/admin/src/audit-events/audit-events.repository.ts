import { Injectable } from '@nestjs/common';
import type { AuditAction, AuditEvent, AuditEventsQuery, RecordedEvent } from '@tributary/contracts/audit/audit-event';
import { uuid7 } from '@tributary/contracts/values/uuid';
import { recordWith, type AuditClient } from '@tributary/database/audit/audited-request';
import { query, transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { toEvents } from '@tributary/runtime/audit/to-event';
import { DataSource } from 'typeorm';
import { insertEvents } from './insert-events.js';

/** More events than these are not counted: an organisation may have very many. */
const maxCounted = 10_000;

/** A sign-in, a failed one or a sign-out of a known user. */
export interface SignInEvent {
  action: Extract<AuditAction, 'SIGN_IN' | 'SIGN_IN_FAILED' | 'SIGN_OUT'>;
  user_id: string;
  /** The id of the session, never its value; absent for a failed attempt. */
  session_id?: string;
  request_id: string;
  /** As the gateway computes it for callers. */
  address?: string;
}

/** A token that a person has made with an invitation. */
interface InvitedToken extends Pick<SignInEvent, 'user_id' | 'request_id' | 'address'> {
  organisation_id: string;
  token: { id: string; name: string; expiration_date: number };
}

/** A user that a first sign-in has made. */
interface NewPerson extends Pick<SignInEvent, 'session_id' | 'request_id' | 'address'> {
  created: { id: string; organisation_id: string } & Record<
    'type' | 'email' | 'first_name' | 'last_name' | 'role',
    string
  >;
}

@Injectable()
export class AuditEventsRepository {
  constructor(private readonly dataSource: DataSource) {
    recordWith(dataSource, {
      write: async (client, request, changes) => {
        await insertEvents(client, toEvents(request, changes));
        const deletesUser = request.rule.resource === 'user' && request.action === 'DELETE';
        if (deletesUser) await client.query('select audit.forget_user($1)', [request.params['user_id']]);
      },
      // Admin answers with no person.
      read: () => undefined,
      readNow: () => Promise.resolve(),
    });
  }

  /** The newest first. `total` counts up to 10,000. */
  async list(
    organisation_id: string,
    { first_result, max_results, ...filters }: AuditEventsQuery,
  ): Promise<Page<AuditEvent>> {
    const { since, until, user_id, action, resource } = filters;
    const values = [organisation_id, since ?? null, until ?? null, user_id ?? null, action ?? null, resource ?? null];
    const page = await query<AuditEvent>(this.dataSource, `${events} order by ts desc, id desc offset $7 limit $8`, [
      ...values,
      first_result,
      max_results,
    ]);
    const count = `select count(*)::int as total from (${events} limit ${maxCounted}) counted`;
    const { rows } = await query<{ total: number }>(this.dataSource, count, values);
    return { items: page.rows.map(withoutNulls), total: rows[0]?.total ?? 0 };
  }

  insert(recorded: readonly RecordedEvent[]): Promise<void> {
    return transaction(this.dataSource, (client) => insertEvents(client, recorded));
  }

  /**
   * Records a sign-in, a failed one or a sign-out in each organisation where the user has a role. Unknown users leave
   * nothing.
   *
   * @param client of the transaction that makes or ends the session
   */
  async recordSignIn(client: AuditClient, { session_id = '', ...event }: SignInEvent): Promise<void> {
    const ts = Date.now();
    const answer = await client.query(
      'select distinct organisation_id::text as organisation_id from user_roles where user_id::text = $1',
      [event.user_id],
    );
    const rows = (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as {
      organisation_id: string;
    }[];
    const session = { credential_id: session_id, credential_kind: 'SESSION', resource: 'session' } as const;
    const recorded = rows.map(({ organisation_id }) => ({
      ...event,
      ...session,
      id: uuid7(ts),
      ts,
      resource_id: session_id,
      organisation_id,
    }));
    if (recorded.length > 0) await insertEvents(client, recorded);
  }

  /**
   * Records the user that a first sign-in has made: the person itself, in the organisation of the operator's choice.
   *
   * @param client of the transaction that makes it
   */
  recordNewPerson(client: AuditClient, { created, session_id = '', ...event }: NewPerson): Promise<void> {
    const ts = Date.now();
    const { id: user_id, ...columns } = created;
    const { organisation_id } = columns;
    const made = { action: 'CREATE', resource: 'user', resource_id: user_id, user_id, organisation_id } as const;
    const session = { credential_id: session_id, credential_kind: 'SESSION' } as const;
    const changes = Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, [null, value]]));
    return insertEvents(client, [{ ...event, ...made, ...session, changes, id: uuid7(ts), ts }]);
  }

  /**
   * Records the token that has used an invitation, in the organisation of its user.
   *
   * @param client of the transaction that makes it
   */
  recordInvitedToken(client: AuditClient, { token, ...event }: InvitedToken): Promise<void> {
    const ts = Date.now();
    const { id, name, expiration_date } = token;
    const made = { action: 'CREATE', resource: 'api_token', resource_id: id } as const;
    const credential = { credential_id: id, credential_kind: 'API_TOKEN' } as const;
    const changes = { user_id: [null, event.user_id], name: [null, name], expiration_date: [null, expiration_date] };
    return insertEvents(client, [{ ...event, ...made, ...credential, changes, id: uuid7(ts), ts }]);
  }
}

/** An event of a community stands in each of its organisations. */
const events = `
  select id, ts::float8 as ts, user_id, credential_id, credential_kind, action, resource, resource_id, changes, request_id,
    address, count, purpose
  from audit.events
  where (organisation_id = $1 or organisation_id is null
      and community_id = (select community_id from organisations where organisations.id = $1))
    and ($2::bigint is null or ts >= $2) and ($3::bigint is null or ts < $3) and ($4::text is null or user_id = $4)
    and ($5::text is null or action = $5) and ($6::text is null or resource = $6)`;

const withoutNulls = (row: AuditEvent): AuditEvent =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as AuditEvent;
