import { unavailable } from '@tributary/contracts/errors';
import type pg from 'pg';

/** Each takes less than 0.1 s. */
const idsPerSearch = 10_000;
const searches = 10;

/**
 * The next id that no membership of the datamart has: clients may have used it for a segment that is not registered.
 *
 * @throws SERVICE_UNAVAILABLE after many used ids: the next request continues behind them
 */
export async function chooseId(client: pg.ClientBase, datamart_id: string): Promise<string> {
  for (let search = 0; search < searches; search++) {
    const { rows } = await client.query<{ id: string }>(freeId, [datamart_id, idsPerSearch]);
    if (rows[0]) return rows[0].id;
  }
  throw unavailable('the next ids of segments are all in use');
}

const freeId = `select id
  from (select nextval('audience_segment_ids') as id from generate_series(1, $2)) next
  cross join lateral (
    select count(*) as uses from (
      select from user_segments where datamart_id = $1 and segment_id = next.id::text limit 1) used) found
  where uses = 0 limit 1`;
