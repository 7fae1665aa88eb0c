import { orderedFlagRules, type FlagRule, type FlagRules } from '@tributary/contracts/people/flagged-person';
import { flagRuleDays } from '@tributary/contracts/rules/flag-rules';
import { plainColumns } from '@tributary/database/plain-array';
import { dayMs } from '@tributary/contracts/rules/time-units';
import type pg from 'pg';
import type { PointKey } from '../identity/point-key.js';

/** A rule that a person exceeds. */
export interface Excess extends PointKey {
  rule: FlagRule;
  /** The number that the person has gained within the days of the rule. */
  count: number;
  /** When the first of these was. */
  since_ts: number;
  /** When the rule does not hold any more, unless the person gains more. */
  until_ts: number;
}

const identifierTypes: Record<FlagRule, string> = {
  ACCOUNTS: 'USER_ACCOUNT',
  EMAILS: 'USER_EMAIL',
  AGENTS: 'USER_AGENT',
  MERGES: '',
};

/**
 * The rules that people exceed, in the order of rules. A person has at most 100 identifiers; merges are counted in an index. What a
 * person has gained is what belongs to it now: a merge adds the counts of both, a dissociation takes what leaves.
 */
export async function countGained(
  client: pg.ClientBase,
  points: PointKey[],
  { rulesOf, now }: { rulesOf: (datamart_id: string) => FlagRules; now: number },
): Promise<Excess[]> {
  const judged = points.flatMap((point) => {
    const limits = rulesOf(point.datamart_id);
    return orderedFlagRules.flatMap(({ name, rule }) => (limits[name] > 0 ? [{ ...point, rule, name }] : []));
  });
  if (judged.length === 0) return [];
  const { rows } = await client.query<Excess>({
    name: 'count-gained',
    text: `select datamart_id, user_point_id, rule, counted.count, counted.since_ts::float8, counted.last_ts + days_ms as until_ts
      from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[], $5::int[], $6::float8[])
        with ordinality as judged (datamart_id, user_point_id, rule, type, most, days_ms, position)
      cross join lateral (
        select count(*)::int as count, min(ts) as since_ts, (array_agg(ts order by ts desc))[most + 1]::float8 as last_ts
        from (
          select creation_ts as ts from user_identifiers i
          where (i.datamart_id, i.user_point_id) = (judged.datamart_id, judged.user_point_id)
            and i.type = judged.type and creation_ts > $7 - days_ms
          union all
          select merge_ts from user_point_merges m
          where rule = 'MERGES' and (m.datamart_id, m.survivor_id) = (judged.datamart_id, judged.user_point_id)
            and merge_ts > ($7 - days_ms)::bigint) gained) counted
      where counted.count > most order by position`,
    values: [
      ...plainColumns(judged, 'datamart_id', 'user_point_id'),
      judged.map(({ rule }) => rule),
      judged.map(({ rule }) => identifierTypes[rule]),
      judged.map(({ datamart_id, name }) => rulesOf(datamart_id)[name]),
      judged.map(({ name }) => flagRuleDays[name] * dayMs),
      now,
    ],
  });
  return rows;
}
