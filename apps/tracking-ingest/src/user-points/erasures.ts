import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type Keyed, ownerKey } from './assign-user-points.js';
import type { OwnedIdentifier } from './user-identifiers.js';

/** Enough to know an erased identifier again, and not to read it. */
const digest = (key: string) => createHash('sha256').update(key).digest();

/** Remembers the identifiers of erased people: whatever came in until `erasure_ts` and is delivered later is theirs. */
export async function rememberErasure(
  client: pg.ClientBase,
  identifiers: OwnedIdentifier[],
  erasure_ts: number,
): Promise<void> {
  await client.query(
    `insert into erased_identifiers (digest, erasure_ts)
      select *, $2 from unnest($1::bytea[]) order by 1
      on conflict (digest) do update set erasure_ts = greatest(erased_identifiers.erasure_ts, excluded.erasure_ts)`,
    [identifiers.map(({ datamart_id, identifier }) => digest(ownerKey(datamart_id, identifier))), erasure_ts],
  );
}

/**
 * Those of the elements that came in before one of their identifiers was erased. Asked when the transaction holds the
 * elements' points and identifiers: an erasure is either visible by then, or comes later and finds them.
 */
export async function findErased(client: pg.ClientBase, elements: Keyed[]): Promise<Set<Keyed>> {
  const dated = elements.filter(({ received_ts }) => received_ts !== undefined);
  if (dated.length === 0 || !(await hasErasureSince(client, dated))) return new Set();
  const digests = new Map(dated.flatMap(({ keys }) => keys).map((key) => [key, digest(key)]));
  const { rows } = await client.query<{ digest: Buffer; erasure_ts: string }>(
    `select erased.* from unnest($1::bytea[]) as wanted (digest)
      cross join lateral (select digest, erasure_ts from erased_identifiers e where e.digest = wanted.digest limit 1) erased`,
    [[...digests.values()]],
  );
  const erasures = new Map(rows.map((row) => [row.digest.toString('hex'), Number(row.erasure_ts)]));
  const erasedSince = (key: string) => erasures.get(digests.get(key)?.toString('hex') ?? '') ?? -Infinity;
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
