import type { FactsPageDue } from '@tributary/contracts/facts-request';
import type pg from 'pg';

/**
 * Whether the page is the next one of its request; once the transaction has committed it is not. A page that comes
 * again, because telling it took longer than its publisher waits, must not announce its successor again: each
 * repetition would start a chain of pages of its own, and what slowed the first one down would slow all of them.
 */
export async function claimPage(client: pg.ClientBase, { request_id, page }: FactsPageDue): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into facts_requests as request (request_id, next_page) values ($1, $2 + 1)
      on conflict (request_id) do update set next_page = excluded.next_page where request.next_page = $2`,
    [request_id, page],
  );
  return rowCount === 1;
}
