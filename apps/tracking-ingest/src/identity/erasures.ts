import { plainArray } from '@tributary/database/plain-array';
import type pg from 'pg';
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
export async function recordErasedPoints(client: pg.ClientBase, datamart_id: string, ids: string[]): Promise<void> {
  await client.query(`insert into erased_user_points select $1, * from unnest($2::uuid[]) on conflict do nothing`, [
    datamart_id,
    plainArray(ids),
  ]);
}

/**
 * The claims that came in before one of their identifiers was erased. Called under the shared erasure lock: an erasure is
 * either visible by then, or runs later and finds what this transaction has stored.
 */
export async function findErased<Claim extends IdentityClaim>(
  client: pg.ClientBase,
  claims: ClaimWithKeys<Claim>[],
): Promise<Set<ClaimWithKeys<Claim>>> {
  const dated = claims.filter(({ claim: { received_ts } }) => received_ts !== undefined);
  const oldest = dated.reduce((min, { claim: { received_ts = 0 } }) => Math.min(min, received_ts), Infinity);
  const datamarts = new Set(dated.map(({ claim: { datamart_id } }) => datamart_id));
  if (dated.length === 0 || !(await hasErasureSince(client, datamarts, oldest))) return new Set();
  const wanted = dated.flatMap((one) => namesOf(one).map((key) => [one.claim.datamart_id, key] as const));
  const { rows } = await client.query<{ identifier_id: string; erasure_ts: string }>(
    `select wanted.identifier_id, erased.erasure_ts
      from unnest($1::bigint[], $2::uuid[]) as wanted (datamart_id, identifier_id)
      cross join lateral (
        select erasure_ts from erased_identifiers e
        where (e.datamart_id, e.identifier_id) = (wanted.datamart_id, wanted.identifier_id) limit 1) erased`,
    [plainArray(wanted.map(([datamart_id]) => datamart_id)), plainArray(wanted.map(([, key]) => key))],
  );
  const erasures = new Map(rows.map(({ identifier_id, erasure_ts }) => [identifier_id, Number(erasure_ts)]));
  const erasedSince = (key: string) => erasures.get(key) ?? -Infinity;
  return new Set(dated.filter((one) => namesOf(one).some((key) => (one.claim.received_ts ?? 0) <= erasedSince(key))));
}

/** The `identifierId` of each identifier of a claim, also as an older version has read it. */
const namesOf = ({ claim: { datamart_id, sent = [] }, keys }: ClaimWithKeys): string[] => [
  ...keys,
  ...sent.map((identifier) => identifierId(datamart_id, identifier)),
];

/** Usually false: claims have just come in, and erasures are rare. */
async function hasErasureSince(client: pg.ClientBase, datamart_ids: Set<string>, ts: number): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>({
    name: 'has-erasure-since',
    text: `select exists (
      select from erased_identifiers where datamart_id = any($1::bigint[]) and erasure_ts >= $2) as found`,
    values: [plainArray([...datamart_ids]), ts],
  });
  return rows[0]?.found === true;
}
