import { Injectable } from '@nestjs/common';
import type { ListQuery } from '@tributary/contracts/list-query';
import {
  maxListedAccounts,
  searchedActivities,
  type ListedPerson,
  type SegmentMember,
  type SegmentMembersQuery,
} from '@tributary/contracts/people/listed-person';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { findUserPoints } from '../identity/find-user-points.js';
import { readIdentifiers } from '../identity/read-identifiers.js';
import { countPointsOf, type SegmentReference } from '../segments/count-points.js';
import { isDead } from '../segments/membership-rows.js';
import { decodeEntries } from '../traces/trace-entry.js';
import { readLastActivities } from './last-activities.js';
import { readNames } from './read-names.js';

/** The own id of each person, and those of the user points merged into it, by user point. Activities keep the id of then. */
async function readMergedIds(
  client: pg.ClientBase,
  datamart_id: string,
  points: string[],
): Promise<Map<string, string[]>> {
  const idsOf = new Map(points.map((id) => [id, [id]]));
  if (points.length === 0) return idsOf;
  const { rows } = await client.query<{ survivor_id: string; merged_id: string }>({
    name: 'read-merged-ids',
    text: `select m.survivor_id, m.merged_id
      from (select $1::bigint as datamart_id, unnest($2::uuid[]) as survivor_id) point
      join user_point_merges m on (m.datamart_id, m.survivor_id) = (point.datamart_id, point.survivor_id)`,
    values: [datamart_id, points],
  });
  for (const { survivor_id, merged_id } of rows) idsOf.get(survivor_id)?.push(merged_id);
  return idsOf;
}

/** Traces of activities that are read for a list of recent people. Those of 1,000 activities of a page have 30 KiB. */
const maxTraceBytes = 256 * 1024;

const nilPoint = '00000000-0000-0000-0000-000000000000';

/** Lists of people, none of which are looked up by an identifier. */
@Injectable()
export class PeopleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The people of the activities that were stored last, those with the newest activity first. */
  listRecent(datamart_id: string, { first_result, max_results }: ListQuery, now: number): Promise<Page<ListedPerson>> {
    return transaction(this.dataSource, async (client) => {
      const points = await findRecent(client, datamart_id);
      const last = await lastActivitiesOf(client, datamart_id, points, now);
      const newestFirst = [...last].toSorted(([a, at], [b, bt]) => bt - at || (a < b ? 1 : -1)).map(([id]) => id);
      const ids = newestFirst.slice(first_result, first_result + max_results);
      return { items: await describePeople(client, datamart_id, ids, last), total: newestFirst.length };
    });
  }

  /** The members of a segment, in the order of their ids. */
  listMembers(segment: SegmentReference, page: SegmentMembersQuery, now: number): Promise<Page<SegmentMember>> {
    const { datamart_id, segment_id } = segment;
    return transaction(this.dataSource, async (client) => {
      const { rows } = await client.query<Membership>(
        `select s.user_point_id, s.creation_ts::float8 as member_since_ts, s.expiration_ts::float8 as expiration_ts
          from user_segments s where (s.datamart_id, s.segment_id) = ($1, $2) and s.user_point_id > $3
            and (s.expiration_ts is null or s.expiration_ts > $4) and (${isDead}) is not true
          order by s.user_point_id offset $5 limit $6`,
        [datamart_id, segment_id, page.after ?? nilPoint, now, page.first_result, page.max_results],
      );
      const [total = 0] = await countPointsOf(client, [segment], now);
      const ids = rows.map(({ user_point_id }) => user_point_id);
      const last = await lastActivitiesOf(client, datamart_id, ids, now);
      const people = await describePeople(client, datamart_id, ids, last);
      return { items: people.map((person, index) => ({ ...person, ...membershipOf(rows[index]) })), total };
    });
  }
}

interface Membership {
  user_point_id: string;
  member_since_ts: number;
  expiration_ts: number | null;
}

const membershipOf = (row: Membership | undefined) => ({
  member_since_ts: row?.member_since_ts ?? 0,
  ...(typeof row?.expiration_ts === 'number' && { expiration_ts: row.expiration_ts }),
});

/** The people of the last activities who still exist, each once. */
async function findRecent(client: pg.ClientBase, datamart_id: string): Promise<string[]> {
  const { rows } = await client.query<{ stored_ts: number; entries: Buffer }>(
    // The length of what is stored outside of the row does not read it.
    `select stored_ts::float8 as stored_ts, entries from (
        select stored_ts, batch_id, entries, coalesce(sum(length(entries)) over (
          order by stored_ts desc, batch_id desc rows between unbounded preceding and 1 preceding), 0) as newer_bytes
        from (
          select t.stored_ts, t.batch_id, t.entries from activity_traces t where t.datamart_id = $1
          order by t.stored_ts desc, t.batch_id desc limit ${searchedActivities}) newest) measured
      where newer_bytes < $2 order by stored_ts desc, batch_id desc`,
    [datamart_id, maxTraceBytes],
  );
  const stored = rows.flatMap(({ stored_ts, entries }) =>
    decodeEntries(entries, stored_ts)
      .toReversed()
      .flatMap(({ user_point_id }) => (user_point_id === undefined ? [] : [user_point_id])),
  );
  const points = [...new Set(stored.slice(0, searchedActivities))];
  const references = points.map((user_point_id) => ({ user_point_id }));
  const survivors = points.length === 0 ? [] : await findUserPoints(client, datamart_id, references);
  return [...new Set(survivors.filter((id) => id !== undefined))];
}

async function lastActivitiesOf(client: pg.ClientBase, datamart_id: string, points: string[], now: number) {
  return readLastActivities(client, datamart_id, await readMergedIds(client, datamart_id, points), now);
}

async function describePeople(
  client: pg.ClientBase,
  datamart_id: string,
  points: string[],
  last: ReadonlyMap<string, number>,
): Promise<ListedPerson[]> {
  if (points.length === 0) return [];
  const identifiers = Map.groupBy(
    await readIdentifiers(client, datamart_id, points),
    ({ user_point_id }) => user_point_id,
  );
  const names = await readNames(client, datamart_id, points);
  return points.map((user_point_id) => {
    const own = identifiers.get(user_point_id) ?? [];
    const last_activity_ts = last.get(user_point_id);
    return {
      user_point_id,
      ...names.get(user_point_id),
      accounts: own
        .filter(({ type }) => type === 'USER_ACCOUNT')
        .slice(0, maxListedAccounts)
        .map(({ compartment_id, value }) => ({ compartment_id, user_account_id: value })),
      number_of_identifiers: own.length,
      ...(last_activity_ts !== undefined && { last_activity_ts }),
    };
  });
}
