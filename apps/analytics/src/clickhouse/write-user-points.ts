import type { UserPointErased, UserPointsMerged } from '@tributary/contracts/tracking/user-point';
import type { ClickHouseConnection } from './clickhouse-connection.js';
import { personsOf, type Link } from './persons.js';
import { smallestFirst } from './row-versions.js';

/** ClickHouse takes no query parameter of more than 128 KiB. */
const idsPerQuery = 2_000;

/**
 * Stores the merges, then computes the persons that they belong to from all stored ones. Of several processes that do this
 * at the same time, one reads the merges of all others. A person's smallest id is its survivor, and the smallest survivor of
 * a user point stays, so what a process computes from fewer merges changes nothing.
 */
export async function writeMerges(
  connection: ClickHouseConnection,
  timeline: number,
  messages: UserPointsMerged[],
): Promise<void> {
  for (const [datamart_id, ofDatamart] of Map.groupBy(messages, (message) => message.datamart_id)) {
    const scope = { timeline, datamart_id };
    const merges = ofDatamart.flatMap((message) => message.merges.map(linkOf));
    await connection.insert('links', linkRows(scope, merges));
    const links = await readPersons(connection, scope, merges.flat());
    const survivors = personsOf(links).filter(([id, survivor_id]) => id !== survivor_id);
    // Direct links to the survivor: the next merge of the person then finds all ids in few steps.
    const known = new Set(links.map(([one, other]) => `${one}/${other}`));
    await connection.insert(
      'links',
      linkRows(
        scope,
        survivors.filter(([one, other]) => !known.has(`${one}/${other}`)),
      ),
    );
    await connection.insert(
      'survivors',
      survivors.map(([user_point_id, survivor_id]) => ({
        ...scope,
        user_point_id,
        survivor_id,
        version: smallestFirst(survivor_id),
      })),
    );
  }
}

const linkOf = ({ merged_id, survivor_id }: UserPointsMerged['merges'][number]): Link => [
  merged_id.toLowerCase(),
  survivor_id.toLowerCase(),
];

interface Scope {
  timeline: number;
  datamart_id: string;
}

const linkRows = (scope: Scope, links: Link[]) =>
  links.flatMap(([one, other]) => [
    { ...scope, user_point_id: one, other_id: other },
    { ...scope, user_point_id: other, other_id: one },
  ]);

/** All links of the persons that the ids belong to. */
async function readPersons(connection: ClickHouseConnection, scope: Scope, ids: string[]): Promise<Link[]> {
  const links: Link[] = [];
  const seen = new Set(ids);
  for (let found = [...seen]; found.length > 0;) {
    const read = await readLinks(connection, scope, found);
    links.push(...read);
    found = [...new Set(read.map(([, other]) => other))].filter((id) => !seen.has(id));
    for (const id of found) seen.add(id);
  }
  return links;
}

async function readLinks(connection: ClickHouseConnection, scope: Scope, ids: string[]): Promise<Link[]> {
  const links: Link[] = [];
  for (let start = 0; start < ids.length; start += idsPerQuery) {
    const rows = await connection.rows<{ one: string; other: string }>(
      `select distinct toString(user_point_id) as one, toString(other_id) as other from links
        where timeline = {timeline:UInt32} and datamart_id = {datamart_id:Int64} and user_point_id in {ids:Array(UUID)}`,
      { ...scope, ids: ids.slice(start, start + idsPerQuery) },
    );
    for (const { one, other } of rows) links.push([one, other]);
  }
  return links;
}

/** From now on no report has anything of these people. The rows are deleted later. */
export const writeErasures = (connection: ClickHouseConnection, timeline: number, messages: UserPointErased[]) =>
  connection.insert(
    'erasures',
    messages.flatMap(({ datamart_id, user_point_ids }) =>
      user_point_ids.map((user_point_id) => ({ timeline, datamart_id, user_point_id })),
    ),
  );
