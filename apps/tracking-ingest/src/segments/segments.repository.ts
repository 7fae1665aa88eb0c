import { Injectable } from '@nestjs/common';
import { notFound } from '@tributary/contracts/errors';
import type { ListQuery } from '@tributary/contracts/list-query';
import { notePerson } from '@tributary/database/audit/audited-request';
import { query } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { DataSource } from 'typeorm';
import { referenceOf } from '../selectors/selected-user-point.js';
import type { UserPointPath } from '../selectors/path-segments.js';
import { identifierId } from '../identity/identity-claim.js';
import { isDead, type MembershipRow } from './membership-rows.js';

/** A membership of the path's person. */
export type Membership = Omit<MembershipRow, 'datamart_id' | 'user_point_id' | 'write_version'>;

/** A person without memberships yields one row, without segment. */
type PageRow = { total: number; user_point_id: string } & (Membership | { segment_id: null });

/** The statement takes below a millisecond. */
const readTimeoutMs = 2_000;

@Injectable()
export class SegmentsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** The memberships that are alive and have not expired. @throws RESOURCE_NOT_FOUND when the path matches no user point */
  async list(path: UserPointPath, { first_result, max_results }: ListQuery, now: number): Promise<Page<Membership>> {
    const rows = await this.read(path, [now, first_result, max_results]);
    noteReadOf(rows[0], this.dataSource);
    if (rows[0]) return { items: rows.filter((row) => row.segment_id !== null), total: rows[0].total };
    // Past the last page, or no such person.
    const [first] = first_result > 0 ? await this.read(path, [now, 0, 1]) : [];
    if (!first) throw notFound();
    noteReadOf(first, this.dataSource);
    return { items: [], total: first.total };
  }

  /** One statement without the round trips of a transaction, as these reads are frequent. */
  private async read(path: UserPointPath, page: [now: number, offset: number, limit: number]): Promise<PageRow[]> {
    const { name, sql, values } = personOf(path);
    const statement = { name, text: membershipsOf(sql) };
    const all = [path.datamart_id, ...page, ...values];
    return (await query<PageRow>(this.dataSource, statement, all, { timeoutMs: readTimeoutMs })).rows;
  }
}

const noteReadOf = (row: PageRow | undefined, dataSource: DataSource) => {
  if (row) notePerson(row.user_point_id, dataSource);
};

/** Named, so that connections keep the plan: planning costs most of such a read. Uses primary keys only. */
const membershipsOf = (person: string) => `
  select count(s.segment_id) over ()::int as total, person.user_point_id,
    s.segment_id, s.data_bag::text, s.creation_ts, s.last_modified_ts, s.expiration_ts
  from (${person}) person
  left join user_segments s on s.datamart_id = $1 and s.user_point_id = person.user_point_id
    and (s.expiration_ts is null or s.expiration_ts > $2) and (${isDead}) is not true
  order by s.segment_id offset $3 limit $4`;

/** SQL for the user point, in the parameters from $5. */
function personOf({ datamart_id, selector }: UserPointPath): { name: string; sql: string; values: unknown[] } {
  const reference = referenceOf(selector);
  if ('user_point_id' in reference) return { name: 'segments-by-id', sql: byId, values: [reference.user_point_id] };
  const values = [identifierId(datamart_id, reference.identifier)];
  return { name: 'segments-by-identifier', sql: byIdentifier, values };
}

const byIdentifier = 'select user_point_id from user_identifiers where datamart_id = $1 and identifier_id = $5';
/** A merged id stands for its survivor. */
const byId = `select user_point_id from user_points where datamart_id = $1 and user_point_id = $5
  union all
  select survivor_id from user_point_merges where datamart_id = $1 and merged_id = $5`;
