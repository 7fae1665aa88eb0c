import { plainArray, plainColumns } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { ErasureKey } from './erasure-key.js';

interface UnkeptErasure {
  datamart_id: string;
  identifier_id: string;
  erasure_ts: string;
}

/** An erasure that is kept for good: the keyed hash of an identifier, a UUID, and epoch milliseconds. */
export interface KeptErasure {
  datamart_id: string;
  erasure_ts: number;
  identifier_mac: string;
}

/** Writes erasures where a restore of the database leaves them. Repeated with the same ones if the transaction fails. */
export type LogErasures = (erasures: KeptErasure[]) => Promise<void>;

/** Has a row while any erasure is not kept. */
export const unkeptErasure = {
  name: 'unkept-erasure',
  text: 'select from erased_identifiers where kept_ts is distinct from erasure_ts order by erasure_ts limit 1',
};

/**
 * Keeps erasures for good that are not kept yet, under keyed hashes, and returns their number. Processes of an older version
 * record erasures, too, which they would forget; they know no refusals either. Rows that another transaction has locked are left to the next run, so
 * that an erasure never waits for this one in a circle.
 *
 * @param log is called before they count as kept
 */
export async function keepErasures(
  client: pg.ClientBase,
  erasureKey: Pick<ErasureKey, 'macOf'>,
  limit: number,
  log?: LogErasures,
): Promise<number> {
  const { rows } = await client.query<UnkeptErasure>(
    `select datamart_id, identifier_id, erasure_ts from erased_identifiers
      where kept_ts is distinct from erasure_ts order by erasure_ts limit $1 for update skip locked`,
    [limit],
  );
  if (rows.length === 0) return 0;
  const kept = rows.map(({ datamart_id, erasure_ts, identifier_id }) => {
    return { datamart_id, erasure_ts: Number(erasure_ts), identifier_mac: erasureKey.macOf(identifier_id) };
  });
  await log?.(kept);
  await storeKept(client, kept);
  await client.query(
    `update erased_identifiers erased set kept_ts = kept.erasure_ts
      from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as kept (datamart_id, erasure_ts, identifier_id)
      where (erased.datamart_id, erased.identifier_id) = (kept.datamart_id, kept.identifier_id)`,
    [...plainColumns(kept, 'datamart_id', 'erasure_ts'), plainArray(rows.map(({ identifier_id }) => identifier_id))],
  );
  return rows.length;
}

/** Stores erasures, and deletes the refusals of before that name them. */
export async function storeKept(client: pg.ClientBase, kept: KeptErasure[]): Promise<void> {
  const values = plainColumns(kept, 'datamart_id', 'erasure_ts', 'identifier_mac');
  await client.query(
    `insert into kept_erasures as kept (datamart_id, erasure_ts, identifier_mac)
      select * from unnest($1::bigint[], $2::bigint[], $3::uuid[])
      on conflict (datamart_id, identifier_mac)
        do update set erasure_ts = greatest(kept.erasure_ts, excluded.erasure_ts)`,
    values,
  );
  await client.query(
    `delete from refused_activities refused
      using unnest($1::bigint[], $2::bigint[], $3::uuid[]) as kept (datamart_id, erasure_ts, identifier_mac)
      where refused.datamart_id = kept.datamart_id and refused.received_ts <= kept.erasure_ts
        and kept.identifier_mac = any(refused.identifier_macs)`,
    values,
  );
}
