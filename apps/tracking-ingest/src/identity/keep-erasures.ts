import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { ErasureKey } from './erasure-key.js';

interface UnkeptErasure {
  datamart_id: string;
  identifier_id: string;
  erasure_ts: string;
}

/**
 * Keeps erasures for good that are not kept yet, under keyed hashes, and returns their number. Processes of an older version
 * record erasures, too, which they would forget; they know no refusals either. Rows that another transaction has locked are left to the next run, so
 * that an erasure never waits for this one in a circle.
 */
export async function keepErasures(
  client: pg.ClientBase,
  erasureKey: Pick<ErasureKey, 'macOf'>,
  limit: number,
): Promise<number> {
  const { rows } = await client.query<UnkeptErasure>(
    `select datamart_id, identifier_id, erasure_ts from erased_identifiers
      where kept_ts is distinct from erasure_ts order by erasure_ts limit $1 for update skip locked`,
    [limit],
  );
  if (rows.length === 0) return 0;
  const datamarts = plainArray(rows.map(({ datamart_id }) => datamart_id));
  const times = plainArray(rows.map(({ erasure_ts }) => erasure_ts));
  const macs = plainArray(rows.map(({ identifier_id }) => erasureKey.macOf(identifier_id)));
  await client.query(
    `insert into kept_erasures as kept (datamart_id, erasure_ts, identifier_mac)
      select * from unnest($1::bigint[], $2::bigint[], $3::uuid[])
      on conflict (datamart_id, identifier_mac)
        do update set erasure_ts = greatest(kept.erasure_ts, excluded.erasure_ts)`,
    [datamarts, times, macs],
  );
  await client.query(
    `delete from refused_activities refused
      using unnest($1::bigint[], $2::bigint[], $3::uuid[]) as kept (datamart_id, erasure_ts, identifier_mac)
      where refused.datamart_id = kept.datamart_id and refused.received_ts <= kept.erasure_ts
        and kept.identifier_mac = any(refused.identifier_macs)`,
    [datamarts, times, macs],
  );
  await client.query(
    `update erased_identifiers erased set kept_ts = kept.erasure_ts
      from unnest($1::bigint[], $2::bigint[], $3::uuid[]) as kept (datamart_id, erasure_ts, identifier_id)
      where (erased.datamart_id, erased.identifier_id) = (kept.datamart_id, kept.identifier_id)`,
    [datamarts, times, plainArray(rows.map(({ identifier_id }) => identifier_id))],
  );
  return rows.length;
}
