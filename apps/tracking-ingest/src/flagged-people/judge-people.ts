import type { FlagRules } from '@tributary/contracts/people/flagged-person';
import { plainColumns } from '@tributary/database/plain-array';
import type pg from 'pg';
import { pointColumns, pointKey, type PointKey } from '../identity/point-key.js';
import { countGained } from './count-gained.js';

interface JudgeContext {
  rulesOf: (datamart_id: string) => FlagRules;
  now: number;
}

/** A person to judge. */
export interface JudgedPerson extends PointKey {
  /** When it last gained something; it is flagged since then if it was not before. */
  ts: number;
}

/** Flags people, or removes their flags. One transaction at a time does (`lockFlags`). */
export async function judgePeople(client: pg.ClientBase, people: JudgedPerson[], context: JudgeContext): Promise<void> {
  if (people.length === 0) return;
  const excesses = await countGained(client, people, context);
  const until = new Map<string, number>();
  for (const { datamart_id, user_point_id, until_ts } of excesses) {
    const key = pointKey(datamart_id, user_point_id);
    until.set(key, Math.max(until.get(key) ?? 0, until_ts));
  }
  const untilOf = ({ datamart_id, user_point_id }: PointKey) => until.get(pointKey(datamart_id, user_point_id));
  const flagged = people.flatMap((person) => {
    const until_ts = untilOf(person);
    return until_ts === undefined ? [] : [{ ...person, until_ts }];
  });
  await flag(client, flagged, context.now);
  await unflag(
    client,
    people.filter((person) => untilOf(person) === undefined),
  );
}

/** A flag that has ended by itself begins again. */
async function flag(
  client: pg.ClientBase,
  flagged: (JudgedPerson & { until_ts: number })[],
  now: number,
): Promise<void> {
  if (flagged.length === 0) return;
  await client.query({
    name: 'flag-people',
    text: `insert into flagged_people as flag (datamart_id, user_point_id, flagged_ts, until_ts, judged_ts)
      select *, $5::bigint from unnest($1::bigint[], $2::uuid[], $3::bigint[], $4::bigint[])
      on conflict (datamart_id, user_point_id) do update set
        flagged_ts = case when flag.until_ts > excluded.flagged_ts then flag.flagged_ts else excluded.flagged_ts end,
        until_ts = excluded.until_ts, judged_ts = excluded.judged_ts`,
    values: [...pointColumns(flagged), ...plainColumns(flagged, 'ts', 'until_ts'), now],
  });
}

async function unflag(client: pg.ClientBase, points: PointKey[]): Promise<void> {
  if (points.length === 0) return;
  await client.query({
    name: 'unflag-people',
    text: `delete from flagged_people f using unnest($1::bigint[], $2::uuid[]) as judged (datamart_id, user_point_id)
      where (f.datamart_id, f.user_point_id) = (judged.datamart_id, judged.user_point_id)`,
    values: pointColumns(points),
  });
}
