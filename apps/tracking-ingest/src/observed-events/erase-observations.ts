import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';

/** Forgets which values people had: an example that too few others had is shown no more. */
export async function eraseObservations(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  await client.query(
    `delete from observed_values v using (select $1::bigint as datamart_id, unnest($2::uuid[]) as user_point_id) erased
      where (v.datamart_id, v.user_point_id) = (erased.datamart_id, erased.user_point_id)`,
    [datamart_id, plainArray(user_point_ids)],
  );
}
