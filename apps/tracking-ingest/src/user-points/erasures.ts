import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { Keyed } from './assign-user-points.js';

/**
 * Remembers the identifiers of erased people: whatever came in until `erasure_ts` and is delivered later is theirs. Their
 * ids are enough to know them again, and not to read them.
 */
export async function rememberErasure(
  client: pg.ClientBase,
  identifierIds: string[],
  erasure_ts: number,
): Promise<void> {
  await client.query(
    `insert into erased_identifiers (identifier_id, erasure_ts)
      select *, $2 from unnest($1::uuid[]) order by 1
      on conflict (identifier_id) do update set erasure_ts = greatest(erased_identifiers.erasure_ts, excluded.erasure_ts)`,
    [plainArray(identifierIds), erasure_ts],
  );
}

/**
 * Those of the elements that came in before one of their identifiers was erased. Asked when the transaction keeps
 * erasures off: one is either visible by then, or comes later and finds what the transaction has stored.
 */
export async function findErased(client: pg.ClientBase, elements: Keyed[]): Promise<Set<Keyed>> {
  const dated = elements.filter(({ received_ts }) => received_ts !== undefined);
  if (dated.length === 0 || !(await hasErasureSince(client, dated))) return new Set();
  const { rows } = await client.query<{ identifier_id: string; erasure_ts: string }>(
    'select identifier_id, erasure_ts from erased_identifiers where identifier_id = any($1::uuid[])',
    [plainArray(dated.flatMap(({ keys }) => keys))],
  );
  const erasures = new Map(rows.map(({ identifier_id, erasure_ts }) => [identifier_id, Number(erasure_ts)]));
  const erasedSince = (key: string) => erasures.get(key) ?? -Infinity;
  return new Set(dated.filter(({ keys, received_ts = 0 }) => keys.some((key) => received_ts <= erasedSince(key))));
}

/** Mostly not: what is delivered has just come in, and people are rarely erased. */
async function hasErasureSince(client: pg.ClientBase, elements: Keyed[]): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'has-erasure-since',
    text: 'select exists (select from erased_identifiers where erasure_ts >= $1) as found',
    values: [elements.reduce((oldest, { received_ts = 0 }) => Math.min(oldest, received_ts), Infinity)],
  });
  return rows[0]?.found === true;
}
