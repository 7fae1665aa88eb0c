import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';

/** Identifiers of one person that claims of a batch have named together, which were one person before. */
export interface Naming {
  datamart_id: string;
  /** Two or more, in their order. */
  identifier_ids: string[];
  count: number;
}

/**
 * Adds to the counts of the identifiers, once for all claims of a batch. The statement of a transaction that comes last of
 * those that wait for others, and in one order: so no two transactions wait for each other.
 */
export async function countNamings(client: pg.ClientBase, namings: Naming[]): Promise<void> {
  if (namings.length === 0) return;
  await client.query({
    name: 'count-namings',
    text: `insert into identifiers_together as known (datamart_id, identifier_id, others, namings)
      select datamart_id, identifier_id, others::uuid[], namings
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::bigint[])
        as named (datamart_id, identifier_id, others, namings)
      order by 1, 2, 3
      on conflict (datamart_id, identifier_id, others) do update set namings = known.namings + excluded.namings`,
    values: [
      plainArray(namings.map(({ datamart_id }) => datamart_id)),
      plainArray(namings.map(({ identifier_ids: [first = ''] }) => first)),
      namings.map(({ identifier_ids: [, ...others] }) => plainArray(others)),
      plainArray(namings.map(({ count }) => count)),
    ],
  });
}

/** Counts the namings of a batch. */
export class BatchNamings {
  private readonly counts = new Map<string, Naming>();

  /** Identifiers without order. Nothing is counted for a single one. */
  add(datamart_id: string, named: string[]): void {
    if (named.length < 2) return;
    const identifier_ids = named.toSorted();
    const key = identifier_ids.join();
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else this.counts.set(key, { datamart_id, identifier_ids, count: 1 });
  }

  list(): Naming[] {
    return [...this.counts.values()];
  }
}
