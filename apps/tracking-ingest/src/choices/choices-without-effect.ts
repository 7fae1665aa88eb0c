import type pg from 'pg';
import { pointColumns } from '../identity/point-key.js';
import type { ChoiceWrite } from './write-choices.js';

/**
 * The written choices that do not count: acceptances by a collect key, of people whose latest trusted choice is a
 * refusal. The caller has written them.
 */
export async function choicesWithoutEffect(client: pg.ClientBase, writes: ChoiceWrite[]): Promise<ChoiceWrite[]> {
  const accepted = writes.filter((one) => one.collect_key_id !== undefined && one.choice_acceptance_value);
  if (accepted.length === 0) return [];
  const { rows } = await client.query<{ position: number }>({
    name: 'find-choices-without-effect',
    text: `select position::int as position
      from unnest($1::bigint[], $2::uuid[], $3::text[]) with ordinality
        as written (datamart_id, user_point_id, processing_id, position)
      cross join lateral (
        select choice_acceptance_value from user_choices c
        where (c.datamart_id, c.user_point_id, c.processing_id)
            = (written.datamart_id, written.user_point_id, written.processing_id) and c.collect_key_id is null and undone_ts is null
        order by choice_ts desc, choice_acceptance_value limit 1) trusted
      where not trusted.choice_acceptance_value`,
    values: [...pointColumns(accepted), accepted.map(({ processing_id }) => processing_id)],
  });
  return rows.flatMap(({ position }) => accepted[position - 1] ?? []);
}
