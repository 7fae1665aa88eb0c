import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { Gathering } from './gatherings-of.js';

/** Flags follow within seconds (`FlagUpkeep`). */
export async function recordGatherings(client: pg.ClientBase, gatherings: Gathering[], now: number): Promise<void> {
  if (gatherings.length === 0) return;
  const flags = (name: 'accounts' | 'emails' | 'agents' | 'merges') => gatherings.map((one) => one[name]);
  await client.query({
    name: 'record-gatherings',
    text: `insert into gatherings
        (datamart_id, user_point_id, cause, cause_id, accounts, emails, agents, merges, ts)
      select *, $9::bigint from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[],
        $5::boolean[], $6::boolean[], $7::boolean[], $8::boolean[])`,
    values: [
      plainArray(gatherings.map(({ datamart_id }) => datamart_id)),
      plainArray(gatherings.map(({ user_point_id }) => user_point_id)),
      gatherings.map(({ cause }) => cause),
      gatherings.map(({ id }) => id),
      flags('accounts'),
      flags('emails'),
      flags('agents'),
      flags('merges'),
      now,
    ],
  });
}

/** @param ids of the people, and of all that were merged into them */
export async function eraseGatherings(client: pg.ClientBase, datamart_id: string, ids: string[]): Promise<void> {
  await client.query('delete from gatherings where datamart_id = $1 and user_point_id = any($2::uuid[])', [
    datamart_id,
    ids,
  ]);
  await client.query('delete from flagged_people where datamart_id = $1 and user_point_id = any($2::uuid[])', [
    datamart_id,
    ids,
  ]);
}
