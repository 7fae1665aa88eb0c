import type { BackfillPageDue } from '@tributary/contracts/tracking/backfill';
import type pg from 'pg';

/**
 * Returns whether the page is the next one of its request, and makes its successor the next one. A page may be delivered
 * twice if publishing it takes longer than its publisher waits. Without the claim, each delivery would start its
 * own chain of pages, and all chains would slow each other down.
 */
export async function claimPage(
  client: pg.ClientBase,
  { request_id, page }: Pick<BackfillPageDue, 'request_id' | 'page'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into backfill_requests as request (request_id, next_page) values ($1, $2 + 1)
      on conflict (request_id) do update set next_page = excluded.next_page where request.next_page = $2`,
    [request_id, page],
  );
  return rowCount === 1;
}

/** Adds to the number of messages that the request has published, and returns the sum. */
export async function addMessages(client: pg.ClientBase, request_id: string, messages: number): Promise<number> {
  const { rows } = await client.query<{ messages: number }>(
    'update backfill_requests set messages = messages + $2 where request_id = $1 returning messages',
    [request_id, messages],
  );
  return rows[0]?.messages ?? 0;
}
