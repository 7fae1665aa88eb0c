import { columnsOf, plainArray, plainColumns } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { Gain } from './gains-of.js';

/** Flags follow within seconds (`FlagUpkeep`). */
export async function recordGains(client: pg.ClientBase, gains: Gain[], now: number): Promise<void> {
  if (gains.length === 0) return;
  const flags = (name: 'accounts' | 'emails' | 'agents' | 'merges') => gains.map((one) => one[name]);
  await client.query({
    name: 'record-gains',
    text: `insert into gains
        (datamart_id, user_point_id, cause, cause_id, accounts, emails, agents, merges, size, ts)
      select *, $10::bigint from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[],
        $5::boolean[], $6::boolean[], $7::boolean[], $8::boolean[], $9::int[])`,
    values: [
      ...plainColumns(gains, 'datamart_id', 'user_point_id'),
      ...columnsOf(gains, 'cause', 'id'),
      flags('accounts'),
      flags('emails'),
      flags('agents'),
      flags('merges'),
      plainArray(gains.map(({ size }) => size)),
      now,
    ],
  });
}
