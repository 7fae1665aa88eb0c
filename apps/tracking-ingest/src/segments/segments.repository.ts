import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import { query } from '@tributary/database/transaction';
import type { ListQuery, Page } from '@tributary/http/list-query';
import { DataSource } from 'typeorm';
import { soughtBy } from '../selectors/parse-selector.js';
import type { UserPointPath } from '../selectors/path-segments.js';
import { identifierColumns } from '../user-points/user-identifiers.js';
import type { MembershipRow } from './membership-rows.js';

/** A membership of the person that the path names. */
export type Membership = Omit<MembershipRow, 'datamart_id' | 'user_point_id'>;

/** The one row of a page without memberships has no segment. */
type PageRow = { total: number } & (Membership | { segment_id: null });

@Injectable()
export class SegmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The memberships that have not run out. @throws RESOURCE_NOT_FOUND when nobody is known by the path */
  async list(path: UserPointPath, { first_result, max_results }: ListQuery, now: number): Promise<Page<Membership>> {
    const person = personOf(path);
    const { rows } = await query<PageRow>(this.dataSource, membershipsOf(person.sql), [
      ...[path.datamart_id, now, first_result, max_results],
      ...person.values,
    ]);
    if (rows.length === 0) throw notFound();
    return { items: rows.filter((row) => row.segment_id !== null), total: rows[0]?.total ?? 0 };
  }
}

/** One statement, for these reads are many: by the index of identifiers, then by the one of memberships. */
const membershipsOf = (person: string) => `
  with person as (${person}),
  membership as (
    select segment_id, data_bag::text, creation_ts, last_modified_ts, expiration_ts
    from person join user_segments s using (user_point_id)
    where s.datamart_id = $1 and (expiration_ts is null or expiration_ts > $2)),
  page as (select * from membership order by segment_id offset $3 limit $4)
  select (select count(*)::int from membership) as total, page.* from person left join page on true`;

/** SQL for the user point, in the parameters from $5. */
function personOf({ datamart_id, selector }: UserPointPath): { sql: string; values: unknown[] } {
  const sought = soughtBy(selector);
  if ('user_point_id' in sought) return { sql: byId, values: [sought.user_point_id] };
  const columns = identifierColumns([{ datamart_id, identifier: sought.identifier }]);
  return { sql: byIdentifier, values: columns.slice(1).flat() };
}

const byIdentifier = `select user_point_id from user_identifiers
  where (datamart_id, type, compartment_id, value) = ($1, $5, $6, $7)`;
/** A merged id stands for its survivor. */
const byId = `select user_point_id from user_points where datamart_id = $1 and user_point_id = $5
  union all
  select survivor_id from user_point_merges where datamart_id = $1 and merged_id = $5`;
