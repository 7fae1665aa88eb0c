import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';

/** Forgets which values people had: an example that too few others had is shown no more. */
export async function eraseObservations(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  await client.query('delete from observed_values where datamart_id = $1 and user_point_id = any($2::uuid[])', [
    datamart_id,
    plainArray(user_point_ids),
  ]);
}
