import type pg from 'pg';
import type { ChoiceKey } from '../choices/write-choices.js';
import { pointColumns, pointKey } from '../identity/point-key.js';
import { addChoice, type CurrentChoice, type CurrentChoices } from './current-choice.js';

interface CurrentRow extends ChoiceKey {
  choice_ts: string;
  choice_acceptance_value: boolean;
  isPublic: boolean;
}

/** Most choices that one statement looks up: bounds its time and the size of its parameters. */
const maxKeys = 10_000;

/** The current choices by `pointKey`. The transaction has locked the user points, so that no other one changes them. */
export async function readCurrentChoices(
  client: pg.ClientBase,
  keys: Iterable<ChoiceKey>,
): Promise<Map<string, CurrentChoices>> {
  const choices = new Map<string, CurrentChoices>();
  let some: ChoiceKey[] = [];
  for (const key of keys) {
    some.push(key);
    if (some.length < maxKeys) continue;
    await readSome(client, some, choices);
    some = [];
  }
  if (some.length > 0) await readSome(client, some, choices);
  return choices;
}

async function readSome(client: pg.ClientBase, keys: ChoiceKey[], into: Map<string, CurrentChoices>): Promise<void> {
  const { rows } = await client.query<CurrentRow>({
    name: 'read-current-choices',
    text: `with latest as (
        select wanted.*, found.* from unnest($1::bigint[], $2::uuid[], $3::text[])
          as wanted (datamart_id, user_point_id, processing_id)
        cross join lateral (
          select choice_ts, choice_acceptance_value, collect_key_id is not null as "isPublic" from user_choices c
          where (c.datamart_id, c.user_point_id, c.processing_id)
            = (wanted.datamart_id, wanted.user_point_id, wanted.processing_id) and undone_ts is null
          order by choice_ts desc, choice_acceptance_value limit 1) found)
      select * from latest
      union all
      select datamart_id, user_point_id, processing_id, trusted.* from latest
      cross join lateral (
        select choice_ts, choice_acceptance_value, false from user_choices c
        where (c.datamart_id, c.user_point_id, c.processing_id)
            = (latest.datamart_id, latest.user_point_id, latest.processing_id) and c.collect_key_id is null and undone_ts is null
        order by choice_ts desc, choice_acceptance_value limit 1) trusted
      where "isPublic"`,
    values: [...pointColumns(keys), keys.map(({ processing_id }) => processing_id)],
  });
  for (const { datamart_id, user_point_id, processing_id, choice_ts, ...choice } of rows) {
    const key = pointKey(datamart_id, user_point_id);
    const own = into.get(key) ?? new Map<string, CurrentChoice>();
    into.set(key, own);
    addChoice(own, processing_id, { choice_ts: BigInt(choice_ts), ...choice });
  }
}
