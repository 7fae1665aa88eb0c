import type { Identity } from '@tributary/contracts/exports/identity';
import { selectorText } from '@tributary/contracts/tracking/user-point-selector';
import type pg from 'pg';
import { describeIdentifier, readIdentifiers, type DatedIdentifier } from '../identity/read-identifiers.js';
import { identifierId } from '../identity/identity-claim.js';
import { identifierOfRow } from '../identity/user-identifiers.js';
import { setsOf, type KeptNamings } from '../links/count-namings.js';
import { LinkCounts, type CountedNaming } from '../links/count-since.js';
import { buildTree, type TreeLink } from '../links/identity-tree.js';
import { readCause } from '../links/link-cause.js';
import { readLinks } from '../links/read-links.js';
import { rowsOf } from '../rows-of.js';

/** Why the identifiers of a user point are one person. Two transactions may change the person between two of its reads. */
export async function readIdentity(
  client: pg.ClientBase,
  { datamart_id, user_point_id }: { datamart_id: string; user_point_id: string },
): Promise<Identity> {
  const rows = await readIdentifiers(client, datamart_id, [user_point_id]);
  const stored = (await readLinks(client, datamart_id, [user_point_id])).get(user_point_id);
  const ids = rows.map((row) => identifierId(datamart_id, identifierOfRow(row)));
  const selectors = new Map(rows.map((row, index) => [ids[index] ?? '', selectorText(identifierOfRow(row))]));
  const { identifiers = [], merges = [] } = stored ?? {};
  const tree = buildTree(
    identifiers.filter(({ identifier_id }) => selectors.has(identifier_id)),
    merges,
  );
  const since = await countSince(client, datamart_id, { ids, tree });
  return {
    user_point_id,
    identifiers: rows.map(describeSeen),
    links: tree.map(({ from, to, ts, ...link }, index) => ({
      from: selectors.get(from) ?? '',
      to: selectors.get(to) ?? '',
      ...readCause(link),
      ts,
      since: since[index] ?? 0,
    })),
    merged: merges.map(({ merged_id, merge_ts, ...link }) => {
      return { user_point_id: merged_id, ts: Number(merge_ts), ...readCause(link) };
    }),
  };
}

function describeSeen(row: DatedIdentifier): Identity['identifiers'][number] {
  const { creation_ts: first_seen_ts, ...identifier } = describeIdentifier(row);
  return { ...identifier, first_seen_ts };
}

/** Rows of at most 2 KiB each. */
const [namingsAtOnce, pendingAtOnce] = [500, 10];

/** A person may have been named in very many ways: never all at once. */
async function countSince(
  client: pg.ClientBase,
  datamart_id: string,
  { ids, tree }: { ids: string[]; tree: TreeLink[] },
): Promise<number[]> {
  const counts = new LinkCounts(tree);
  if (tree.length === 0) return [];
  const namings = {
    text: `select array_prepend(known.identifier_id, known.others)::text[] as identifier_ids, known.namings::float8 as namings
      from (select $1::bigint as datamart_id, unnest($2::uuid[]) as identifier_id) wanted
      cross join lateral (
        select identifier_id, others, namings from identifiers_together t
        where (t.datamart_id, t.identifier_id) = (wanted.datamart_id, wanted.identifier_id)) known`,
    values: [datamart_id, ids],
    atOnce: namingsAtOnce,
  };
  const known = new Set(ids);
  const add = (identifier_ids: string[], count: number) =>
    counts.add({ identifier_ids: identifier_ids.filter((id) => known.has(id)), namings: count });
  for await (const rows of rowsOf<CountedNaming>(client, 'namings', namings))
    for (const { identifier_ids, namings: count } of rows) add(identifier_ids, count);
  const pending = {
    text: `select named::text, sizes::text from pending_namings where datamart_id = $1 and named && $2::uuid[]`,
    values: [datamart_id, ids],
    atOnce: pendingAtOnce,
  };
  for await (const rows of rowsOf<KeptNamings>(client, 'pending', pending))
    for (const row of rows) for (const named of setsOf(row)) add(named.split(','), 1);
  return counts.counts;
}
