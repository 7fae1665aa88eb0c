import { uuid7 } from '@tributary/contracts/values/uuid';
import { columnsOf, plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';

/** Two or more identifiers that a claim has named, which were one person before. */
export interface NamedTogether {
  datamart_id: string;
  identifier_ids: string[];
}

/** How often it was the same ones. */
export interface Naming extends NamedTogether {
  count: number;
}

/**
 * Keeps the namings of a batch, to be added up later: one row for each datamart, which costs a fiftieth of a row for each
 * set of identifiers.
 */
export async function keepNamings(client: pg.ClientBase, namings: NamedTogether[]): Promise<void> {
  if (namings.length === 0) return;
  const rows = [...Map.groupBy(namings, ({ datamart_id }) => datamart_id)].map(([datamart_id, own]) => {
    const named = plainArray(own.flatMap(({ identifier_ids }) => identifier_ids));
    return { datamart_id, named, sizes: plainArray(own.map(({ identifier_ids }) => identifier_ids.length)) };
  });
  await client.query({
    name: 'keep-namings',
    text: `insert into pending_namings (datamart_id, id, named, sizes)
      select datamart_id, id, named::uuid[], sizes::smallint[]
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[]) as kept (datamart_id, id, named, sizes)`,
    values: [
      plainArray(rows.map(({ datamart_id }) => datamart_id)),
      plainArray(rows.map(() => uuid7())),
      ...columnsOf(rows, 'named', 'sizes'),
    ],
  });
}

/** A row of the namings of a batch, as texts. */
export interface KeptNamings {
  named: string;
  sizes: string;
}

/** The sets of a row, each as its ids between commas, in any order. An id has 36 characters. */
export function* setsOf({ named, sizes }: KeptNamings): Generator<string> {
  let start = 1;
  for (const size of sizes.slice(1, -1).split(',')) {
    const next = start + 37 * Number(size);
    yield named.slice(start, next - 1);
    start = next;
  }
}

/** Adds to the counts of the identifiers. The transaction has the lock of the namings of the datamart (`lockNamings`). */
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
