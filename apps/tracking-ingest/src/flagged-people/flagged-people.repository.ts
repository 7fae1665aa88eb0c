import { Injectable } from '@nestjs/common';
import {
  flagRuleOf,
  maxFlagCauses,
  type FlagCause,
  type FlaggedPerson,
  type FlagReason,
} from '@tributary/contracts/people/flagged-person';
import type { ListQuery } from '@tributary/contracts/list-query';
import { flagRuleDays, flagRuleNames } from '@tributary/contracts/rules/flag-rules';
import { listRows } from '@tributary/database/list-rows';
import { columnsOf } from '@tributary/database/plain-array';
import { transaction } from '@tributary/database/transaction';
import type { Page } from '@tributary/http/paged';
import { DirectoryStore } from '@tributary/security/directory.store';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type pg from 'pg';
import { DataSource } from 'typeorm';
import { countGained, type Excess } from './count-gained.js';

/** Merges into a person that are searched for causes: the latest. */
const searchedMerges = 100;

type FlaggedRow = Pick<FlaggedPerson, 'user_point_id' | 'flagged_ts'>;

@Injectable()
export class FlaggedPeopleRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly directory: DirectoryStore,
  ) {}

  /** The newest first. The reasons are those of now: who has none any more is left out. */
  list(datamart_id: string, page: ListQuery, now: number): Promise<Page<FlaggedPerson>> {
    return transaction(this.dataSource, async (client) => {
      const flagged = {
        columns: 'user_point_id, flagged_ts::float8',
        from: 'from flagged_people where datamart_id = $1 and until_ts > $2',
        order: 'flagged_ts desc, user_point_id desc',
        values: [datamart_id, now],
      };
      const { items: rows, total } = await listRows<FlaggedRow>(client, flagged, page);
      const reasons = await this.reasonsOf(client, { datamart_id, ids: rows.map((row) => row.user_point_id), now });
      const items = rows.flatMap(({ user_point_id, flagged_ts }) => {
        const own = reasons.get(user_point_id);
        return own ? [{ user_point_id, reasons: own, flagged_ts }] : [];
      });
      return { items, total: total - (rows.length - items.length) };
    });
  }

  private async reasonsOf(
    client: pg.ClientBase,
    { datamart_id, ids, now }: { datamart_id: string; ids: string[]; now: number },
  ): Promise<Map<string, FlagReason[]>> {
    const rulesOf = () => this.directory.flagRulesOf(datamart_id);
    const points = ids.map((user_point_id) => ({ datamart_id, user_point_id }));
    const excesses = await countGained(client, points, { rulesOf, now });
    const causes = await findCauses(client, excesses, now);
    const reasons = excesses.map(({ user_point_id, rule, count, since_ts }, index) => ({
      user_point_id,
      reason: { rule, count, since_ts, causes: causes.get(index + 1) ?? [] },
    }));
    return new Map(
      Array.from(
        Map.groupBy(reasons, ({ user_point_id }) => user_point_id),
        ([id, own]) => [id, own.map(({ reason }) => reason)],
      ),
    );
  }
}

const daysOf = new Map(flagRuleNames.map((name) => [flagRuleOf(name), flagRuleDays[name]]));

type CauseRow = FlagCause & { position: number };

/** By the position of the excess, from 1. Gains stand under the point that the person was then. */
async function findCauses(client: pg.ClientBase, excesses: Excess[], now: number): Promise<Map<number, FlagCause[]>> {
  if (excesses.length === 0) return new Map();
  const { rows } = await client.query<CauseRow>({
    name: 'find-flag-causes',
    text: `select position::int, cause, id, found.ts::float8
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::bigint[])
        with ordinality as excess (datamart_id, user_point_id, rule, since_ts, position)
      cross join lateral (
        select cause, cause_id as id, g.ts, gain_id from (
          (select merged_id as former_id from user_point_merges m
          where (m.datamart_id, m.survivor_id) = (excess.datamart_id, excess.user_point_id)
          order by merge_ts desc limit ${searchedMerges})
          union all select excess.user_point_id) former
        cross join lateral (
          select * from gains g
          where (g.datamart_id, g.user_point_id) = (excess.datamart_id, former_id) and g.ts > excess.since_ts
            and (merges or case rule when 'ACCOUNTS' then accounts when 'EMAILS' then emails when 'AGENTS' then agents end)
          order by g.ts desc, gain_id desc limit ${maxFlagCauses}) g
        order by g.ts desc, gain_id desc limit ${maxFlagCauses}) found
      order by position, found.ts desc, gain_id desc`,
    values: [
      ...columnsOf(excesses, 'datamart_id', 'user_point_id', 'rule'),
      excesses.map(({ rule }) => now - (daysOf.get(rule) ?? 0) * dayMs),
    ],
  });
  const causes = new Map<number, FlagCause[]>();
  for (const { position, cause, id, ts } of rows) {
    const own = causes.get(position) ?? [];
    causes.set(position, own);
    own.push({ cause, id, ts });
  }
  return causes;
}
