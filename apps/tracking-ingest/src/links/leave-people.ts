import type pg from 'pg';
import { buildTree, leaveTree, type TreeLink } from './identity-tree.js';
import { addUpNamingsOf, lockNamings } from './add-up-namings.js';
import { readLinks, type StoredLinks } from './read-links.js';

/** An identifier that is about to leave its person. */
export interface LeavingIdentifier {
  datamart_id: string;
  identifier_id: string;
  user_point_id: string;
}

/**
 * Takes identifiers out of the links of their people, before they leave them. Another identifier takes the place of each, as
 * in `leaveTree`, in the counts too. The transaction has locked the people.
 */
export async function leavePeople(client: pg.ClientBase, leaving: LeavingIdentifier[]): Promise<void> {
  for (const [datamart_id, own] of Map.groupBy(leaving, (one) => one.datamart_id)) {
    const points = [...new Set(own.map(({ user_point_id }) => user_point_id))];
    const stored = await readLinks(client, datamart_id, points);
    const changes: Changes = { links: [], unlinked: [], unmerged: [], heirs: new Map(), members: [] };
    for (const [user_point_id, ids] of Map.groupBy(own, (one) => one.user_point_id)) {
      const links = stored.get(user_point_id);
      if (links) leaveOne(changes, links, [...new Set(ids.map(({ identifier_id }) => identifier_id))]);
    }
    await store(client, datamart_id, changes);
  }
}

interface Changes {
  /** Links that have another end now. */
  links: TreeLink[];
  /** Identifiers and merged user points that keep no link. */
  unlinked: string[];
  unmerged: string[];
  /** Identifier that leaves → the one that takes its place, which stays; none if it was alone. */
  heirs: Map<string, string | undefined>;
  /** All identifiers of the people. */
  members: string[];
}

function leaveOne(changes: Changes, stored: StoredLinks, leaving: string[]): void {
  const before = buildTree(stored.identifiers, stored.merges);
  for (const { identifier_id } of stored.identifiers) changes.members.push(identifier_id);
  const heirs = new Map<string, string | undefined>();
  let links = before;
  for (const identifier_id of leaving) {
    const departure = leaveTree(links, identifier_id);
    links = departure.links;
    for (const [one, heir] of heirs) if (heir === identifier_id) heirs.set(one, departure.heir);
    heirs.set(identifier_id, departure.heir);
  }
  for (const [one, heir] of heirs) changes.heirs.set(one, heir);
  changes.links.push(...links.filter((link) => !before.includes(link)));
  const kept = new Set(links.map(({ identifier, merge }) => identifier ?? merge));
  for (const one of stored.identifiers)
    if (one.link_cause !== null && !kept.has(one)) changes.unlinked.push(one.identifier_id);
  for (const one of stored.merges) if (one.linked_from !== null && !kept.has(one)) changes.unmerged.push(one.merged_id);
}

async function store(client: pg.ClientBase, datamart_id: string, changes: Changes): Promise<void> {
  const ofIdentifiers = changes.links.flatMap(({ identifier, from }) =>
    identifier ? [[identifier.identifier_id, from] as const] : [],
  );
  const ofMerges = changes.links.flatMap(({ merge, from, to }) =>
    merge ? [[merge.merged_id, from, to] as const] : [],
  );
  await client.query({
    name: 'change-links-of-identifiers',
    text: `with changed as (
        update user_identifiers i set linked_to = link.linked_to
        from (
          select $1::bigint as datamart_id, unnest($2::uuid[]) as identifier_id, unnest($3::uuid[]) as linked_to) link
        where (i.datamart_id, i.identifier_id) = (link.datamart_id, link.identifier_id))
      update user_identifiers i set linked_to = null, link_id = null, link_cause = null, linked_ts = null
      from (select $1::bigint as datamart_id, unnest($4::uuid[]) as identifier_id) unlinked
      where (i.datamart_id, i.identifier_id) = (unlinked.datamart_id, unlinked.identifier_id)`,
    values: [datamart_id, ofIdentifiers.map(([id]) => id), ofIdentifiers.map(([, from]) => from), changes.unlinked],
  });
  if (ofMerges.length > 0 || changes.unmerged.length > 0)
    await client.query({
      name: 'change-links-of-merges',
      text: `with changed as (
          update user_point_merges m set linked_from = link.linked_from, linked_to = link.linked_to
          from (
            select $1::bigint as datamart_id, unnest($2::uuid[]) as merged_id, unnest($3::uuid[]) as linked_from,
              unnest($4::uuid[]) as linked_to) link
          where (m.datamart_id, m.merged_id) = (link.datamart_id, link.merged_id))
        update user_point_merges m set linked_from = null, linked_to = null
        from (select $1::bigint as datamart_id, unnest($5::uuid[]) as merged_id) unmerged
        where (m.datamart_id, m.merged_id) = (unmerged.datamart_id, unmerged.merged_id)`,
      values: [
        datamart_id,
        ofMerges.map(([id]) => id),
        ofMerges.map(([, from]) => from),
        ofMerges.map(([, , to]) => to),
        changes.unmerged,
      ],
    });
  await replaceInNamings(client, datamart_id, changes);
}

/** A set of which one identifier is left counts no more. */
async function replaceInNamings(
  client: pg.ClientBase,
  datamart_id: string,
  { heirs, members }: Changes,
): Promise<void> {
  await lockNamings(client, datamart_id);
  await addUpNamingsOf(client, datamart_id, members);
  await client.query({
    name: 'replace-in-namings',
    text: `with replaced as (
        select * from unnest($3::uuid[], $4::uuid[]) as replaced (identifier_id, heir)),
      gone as (
        delete from identifiers_together t using (select $1::bigint as datamart_id, unnest($2::uuid[]) as identifier_id) member
        where (t.datamart_id, t.identifier_id) = (member.datamart_id, member.identifier_id)
          and array_prepend(member.identifier_id, t.others) && $3::uuid[]
        returning array_prepend(t.identifier_id, t.others) as named, namings),
      renamed as (
        select array(
            select distinct coalesce(heir, named_id) as id from unnest(named) as member (named_id)
            left join replaced on replaced.identifier_id = named_id
            where replaced.identifier_id is null or heir is not null order by id) as named,
          namings
        from gone)
      insert into identifiers_together as known (datamart_id, identifier_id, others, namings)
      select $1, renamed.named[1], renamed.named[2:], sum(namings) from renamed where cardinality(renamed.named) > 1
      group by renamed.named order by renamed.named
      on conflict (datamart_id, identifier_id, others) do update set namings = known.namings + excluded.namings`,
    values: [datamart_id, members, [...heirs.keys()], Array.from(heirs.values(), (heir) => heir ?? null)],
  });
}
