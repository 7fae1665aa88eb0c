import { plainArray, plainColumns } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { ErasureKey } from './erasure-key.js';
import { identifierId, type ClaimWithKeys, type IdentityClaim } from './identity-claim.js';

/**
 * Records the identifiers of erased people, so that claims which came in by `erasure_ts` and are delivered later are
 * refused. The ids suffice to recognise an identifier; they do not reveal it.
 */
export async function recordErasure(
  client: pg.ClientBase,
  datamart_id: string,
  identifierIds: string[],
  erasure_ts: number,
): Promise<void> {
  await client.query(
    `insert into erased_identifiers as erased (datamart_id, identifier_id, erasure_ts)
      select $1, identifier_id, $3 from unnest($2::uuid[]) as identifier_id order by 2
      on conflict (datamart_id, identifier_id) do update set erasure_ts = greatest(erased.erasure_ts, excluded.erasure_ts)`,
    [datamart_id, plainArray(identifierIds), erasure_ts],
  );
}

/** Records the ids of erased user points, merged ones included, for later backfills. */
export async function recordErasedPoints(
  client: pg.ClientBase,
  datamart_id: string,
  ids: string[],
  erasure_ts: number,
): Promise<void> {
  await client.query(
    `insert into erased_user_points (datamart_id, user_point_id, erasure_ts)
      select $1, user_point_id, $3 from unnest($2::uuid[]) as user_point_id on conflict do nothing`,
    [datamart_id, plainArray(ids), erasure_ts],
  );
}

/** In place of an identifier: erasures of the datamart that name theirs by keyed hashes alone, as a file of erasures does. */
const namedByHashes = '00000000-0000-0000-0000-000000000000';

/**
 * Records in `erased_identifiers`, too, that there are erasures which only `kept_erasures` names: one row for each datamart,
 * with the last of them. Claims that have just come in look there first.
 */
export async function recordNamedByHashes(
  client: pg.ClientBase,
  erasures: readonly { datamart_id: string; erasure_ts: number }[],
): Promise<void> {
  await client.query(
    `insert into erased_identifiers as erased (datamart_id, identifier_id, erasure_ts, kept_ts)
      select datamart_id, $3, max(erasure_ts), max(erasure_ts)
        from unnest($1::bigint[], $2::bigint[]) as named (datamart_id, erasure_ts) group by 1 order by 1
      on conflict (datamart_id, identifier_id) do update set
        erasure_ts = greatest(erased.erasure_ts, excluded.erasure_ts),
        kept_ts = greatest(erased.erasure_ts, excluded.erasure_ts)`,
    [...plainColumns(erasures, 'datamart_id', 'erasure_ts'), namedByHashes],
  );
}

/**
 * Erasures of this time are in `erased_identifiers`, or `recordNamedByHashes` has left its row there. It keeps them for a week at
 * least, however wrong clocks are by days.
 */
const recentMs = 86_400_000;

/** Recognises erasures that are older than `erased_identifiers` remembers. */
export interface ErasureReads {
  now: number;
  /** Claims that may be older need it. */
  erasureKey?: Pick<ErasureKey, 'macOf'> | undefined;
}

/**
 * The claims that came in before one of their identifiers was erased, however long ago. Called under the shared erasure
 * lock: an erasure is either visible by then, or runs later and finds what this transaction has stored.
 */
export async function findErased<Claim extends IdentityClaim>(
  client: pg.ClientBase,
  claims: ClaimWithKeys<Claim>[],
  { now, erasureKey }: ErasureReads,
): Promise<Set<ClaimWithKeys<Claim>>> {
  const dated = claims.filter(({ claim: { received_ts } }) => received_ts !== undefined);
  const oldest = dated.reduce((min, { claim: { received_ts = 0 } }) => Math.min(min, received_ts), Infinity);
  if (dated.length === 0) return new Set();
  const datamarts = new Set(dated.map(({ claim: { datamart_id } }) => datamart_id));
  const areRecent = oldest >= now - recentMs;
  const recent = areRecent ? await erasuresSince(client, datamarts, oldest) : { are_named_by_hashes: true };
  if (!recent) return new Set();
  const wanted = dated.flatMap((one) => namesOf(one).map((key) => [one.claim.datamart_id, key] as const));
  const macOf = (identifier_id: string) => {
    if (!erasureKey) throw new Error('claims that may be older than erased_identifiers need the key of erasures');
    return erasureKey.macOf(identifier_id);
  };
  const { rows } = await client.query<{ identifier_id: string; erasure_ts: string }>({
    name: 'find-erased',
    text: findInBoth,
    values: [
      plainArray(wanted.map(([datamart_id]) => datamart_id)),
      plainArray(wanted.map(([, key]) => key)),
      plainArray(recent.are_named_by_hashes ? wanted.map(([, key]) => macOf(key)) : []),
    ],
  });
  const erasures = new Map(rows.map(({ identifier_id, erasure_ts }) => [identifier_id, Number(erasure_ts)]));
  const erasedSince = (key: string) => erasures.get(key) ?? -Infinity;
  return new Set(dated.filter((one) => namesOf(one).some((key) => (one.claim.received_ts ?? 0) <= erasedSince(key))));
}

/** Shorter lists are filled with nulls: without keyed hashes nothing is found in the second table. */
const findInBoth = `select * from (
    select wanted.identifier_id, greatest(
      (select erasure_ts from erased_identifiers e
        where (e.datamart_id, e.identifier_id) = (wanted.datamart_id, wanted.identifier_id)),
      (select erasure_ts from kept_erasures k
        where (k.datamart_id, k.identifier_mac) = (wanted.datamart_id, wanted.identifier_mac))) as erasure_ts
    from unnest($1::bigint[], $2::uuid[], $3::uuid[]) as wanted (datamart_id, identifier_id, identifier_mac)) found
  where erasure_ts is not null`;

/** The `identifierId` of each identifier of a claim, also as an older version has read it. */
const namesOf = ({ claim: { datamart_id, sent = [] }, keys }: ClaimWithKeys): string[] => [
  ...keys,
  ...sent.map((identifier) => identifierId(datamart_id, identifier)),
];

interface ErasuresSince {
  are_named_by_hashes: boolean;
}

/** Usually none: claims have just come in, and erasures are rare. */
async function erasuresSince(
  client: pg.ClientBase,
  datamart_ids: Set<string>,
  ts: number,
): Promise<ErasuresSince | undefined> {
  const { rows } = await client.query<ErasuresSince>({
    name: 'has-erasure-since',
    text: `select exists (
        select from erased_identifiers
        where datamart_id = any($1::bigint[]) and identifier_id = '${namedByHashes}' and erasure_ts >= $2
      ) as are_named_by_hashes
      where exists (select from erased_identifiers where datamart_id = any($1::bigint[]) and erasure_ts >= $2)`,
    values: [plainArray([...datamart_ids]), ts],
  });
  return rows[0];
}
