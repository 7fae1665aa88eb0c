import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { Caller } from '@tributary/contracts/admin/access';
import { retry } from '@tributary/contracts/retry';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { identifiersOf } from '@tributary/contracts/tracking/identifiers-of';
import { UserActivity } from '@tributary/contracts/tracking/user-activity';
import type { Collection } from '@tributary/contracts/tracking/user-point';
import { parseExactly } from '@tributary/http/parse';
import { transaction } from '@tributary/database/transaction';
import { bootForSpecs } from '@tributary/app-testing/boot-for-specs';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { trackingDatabase } from '../src/database.js';
import { TrackingIngestModule } from '../src/tracking-ingest.module.js';
import { newSecretsKey } from './tracking-database.js';
import { resolveWithoutMerges } from '../src/identity/resolve-user-points.js';

const caller: Caller = { user_id: '1', roles: [{ organisation_id: '1', role: 'EDITOR' }] };

/** An answer with its body as text too: numbers are compared as they were sent. */
export interface Answer {
  status: number;
  text: string;
  body: { status: string; data: never; error_code?: string; error?: string; count?: number; total?: number };
}

/** The app on a real PostgreSQL, and what a client does with it. `controllers`: handlers that stand where other apps would. */
export async function startTracking(controllers: Type[] = []) {
  const postgres = await startMigratedPostgres(trackingDatabase);
  const app = await bootForSpecs({
    name: 'tracking-ingest',
    controllers,
    // A busy machine stores later than a client would wait for.
    limits: { deadlineMs: 180_000 },
    module: (platform) =>
      TrackingIngestModule.register({ DATABASE_URL: postgres.url, SECRETS_KEY: newSecretsKey() }, platform),
  });
  const database = app.app.get(DataSource, { strict: false });
  const fetchAs = app.as(caller);
  const call = async (method: string, path: string, body?: object | string): Promise<Answer> => {
    const response = await fetchAs(`/v1/datamarts/${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const text = await response.text();
    return { status: response.status, text, body: JSON.parse(text) as Answer['body'] };
  };
  /** As the gateway does it, and again after a 503, as a client does: a busy machine may take longer than the bus waits. */
  const send = (datamart_id: string, activity: object, received_ts = Date.now()) => {
    const body = JSON.stringify({ $type: 'TOUCH', ...activity });
    const { identifiers } = identifiersOf(parseExactly(UserActivity, { text: body, value: JSON.parse(body) }));
    const value = { datamart_id, activity_id: randomUUID(), received_ts, identifiers, body };
    return retry(() => app.publisher.publish(activityReceived, [{ id: value.activity_id, value }]), { pauseMs: 100 });
  };
  /** The transaction of an import with the user point of an agent, made when it is unknown. */
  const asAgent = (datamart_id: string, agent: string, work: (client: pg.ClientBase, id: string) => Promise<unknown>) =>
    transaction(database, async (client) => {
      const claim = { datamart_id, identifiers: [{ type: 'USER_AGENT' as const, value: agent }], writesData: true };
      const [resolution] = await resolveWithoutMerges(client, [claim], Date.now());
      if (!resolution || 'refusal' in resolution) throw new Error('refused');
      await work(client, resolution.user_point_id);
    });
  /** The count of a collection, whether it has been added up yet or not. */
  const counted = async (collection: Collection): Promise<number> => {
    const [row] = await database.query<{ counted: number }[]>(
      `select coalesce(sum(change), 0)::int as counted from (
        select change from collection_changes where collection = $1
        union all select count from collection_counts where collection = $1) part`,
      [collection],
    );
    return row?.counted ?? 0;
  };
  const stop = async () => {
    await app.stop();
    await postgres.stop();
  };
  return { postgres, app, database, call, send, asAgent, counted, stop };
}

export type Tracking = Awaited<ReturnType<typeof startTracking>>;

let people = 0;

/** A person of their own for each case: the path of their user point, and of their profile in the compartment c. */
export function aPerson() {
  const account = `u-${++people}`;
  const selector = `compartment_id=c,user_account_id=${account}`;
  const point = `7/user_points/${selector}`;
  return { account, selector, point, profile: `${point}/user_profiles/compartment_id=c/user_account_id=${account}` };
}

/** An expected refusal. */
export const refused = (status: number, error_code: string, error = '') => ({
  status,
  body: expect.objectContaining({ status: 'error', error_code, error: expect.stringContaining(error) }),
});
