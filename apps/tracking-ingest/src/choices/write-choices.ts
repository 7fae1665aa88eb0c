import { columnsOf } from '@tributary/database/plain-array';
import type pg from 'pg';
import { countChanges, type CollectionChange } from '../collections/count-changes.js';
import { lockAttachedData } from '../identity/lock-attached-data.js';
import { mergeColumns, type Merge } from '../identity/merge.js';
import { pointColumns, type PointKey } from '../identity/point-key.js';

/** A person's choice for a processing. */
export interface ChoiceKey extends PointKey {
  processing_id: string;
}

export interface ChoiceWrite extends ChoiceKey {
  /** Epoch milliseconds, as decimal text: an int64 may exceed a JavaScript number. */
  choice_ts: string;
  choice_acceptance_value: boolean;
  /** The custom fields, JSON text of an object. */
  custom: string;
  /** The collect key that it came with: a public choice. Undefined for a trusted one. */
  collect_key_id?: string;
  /** The signing key of the request that it came with. */
  signing_key_id?: string;
}

const unnestedKeys = (keys: ChoiceKey[]) => [...pointColumns(keys), keys.map(({ processing_id }) => processing_id)];

/**
 * Appends writes to the log in the order given. The index decides which one is current, in any order of arrival (see the
 * migration). The caller has locked the user points.
 */
export async function writeChoices(client: pg.ClientBase, writes: ChoiceWrite[], now: number): Promise<void> {
  if (writes.length === 0) return;
  await lockAttachedData(client, writes);
  const { rows } = await client.query<Counted>({
    name: 'write-choices',
    text: insertWrites,
    values: [
      ...unnestedKeys(writes),
      ...columnsOf(writes, 'choice_ts', 'choice_acceptance_value', 'custom'),
      now,
      ...columnsOf(writes, 'collect_key_id', 'signing_key_id'),
    ],
  });
  await countChanges(client, rows.map(toChange));
}

const insertWrites = `with written as (
    select * from unnest($1::bigint[], $2::uuid[], $3::text[], $4::bigint[], $5::bool[], $6::text[], $8::bigint[],
      $9::bigint[]) with ordinality
      as written (datamart_id, user_point_id, processing_id, choice_ts, choice_acceptance_value, custom, collect_key_id,
        signing_key_id, position)),
  inserted as (
    insert into user_choices (datamart_id, user_point_id, processing_id, choice_ts, choice_acceptance_value,
      custom, creation_ts, collect_key_id, signing_key_id)
    select datamart_id, user_point_id, processing_id, choice_ts, choice_acceptance_value, custom::json, $7, collect_key_id,
      signing_key_id
    from written order by position)
  select datamart_id, count(distinct (user_point_id, processing_id))::int as change
  from written w where not exists (
    select from user_choices c
    where (c.datamart_id, c.user_point_id, c.processing_id) = (w.datamart_id, w.user_point_id, w.processing_id))
  group by datamart_id`;

/** Deletes choices with their logs. The caller has locked the user points. */
export async function deleteChoices(client: pg.ClientBase, keys: ChoiceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await lockAttachedData(client, keys);
  const { rows } = await client.query<Counted>({
    name: 'delete-choices',
    text: `with deleted as (
        delete from user_choices c using unnest($1::bigint[], $2::uuid[], $3::text[])
          as deletion (datamart_id, user_point_id, processing_id)
        where (c.datamart_id, c.user_point_id, c.processing_id)
          = (deletion.datamart_id, deletion.user_point_id, deletion.processing_id)
        returning c.datamart_id, c.user_point_id, c.processing_id)
      select datamart_id, -count(distinct (user_point_id, processing_id))::int as change
      from deleted group by datamart_id`,
    values: unnestedKeys(keys),
  });
  await countChanges(client, rows.map(toChange));
}

/** Moves the logs of merged points to their survivors. The index then yields the current choices. */
export async function mergeChoices(client: pg.ClientBase, merges: Merge[]): Promise<void> {
  const { rows } = await client.query<Counted>({
    name: 'move-choices',
    text: `with merge as (
        select * from unnest($1::bigint[], $2::uuid[], $3::uuid[]) as merge (datamart_id, merged_id, survivor_id)),
      moved as (
        update user_choices c set user_point_id = merge.survivor_id from merge
        where (c.datamart_id, c.user_point_id) = (merge.datamart_id, merge.merged_id)
        returning c.datamart_id, merge.merged_id, merge.survivor_id, c.processing_id)
      select datamart_id, (count(distinct (survivor_id, processing_id)) filter (where not exists (
          select from user_choices c
          where (c.datamart_id, c.user_point_id, c.processing_id) = (m.datamart_id, m.survivor_id, m.processing_id)))
        - count(distinct (merged_id, processing_id)))::int as change
      from moved m group by datamart_id`,
    values: mergeColumns(merges),
  });
  await countChanges(client, rows.map(toChange));
}

/** Deletes the choices of erased people with their logs. */
export async function eraseChoices(
  client: pg.ClientBase,
  datamart_id: string,
  user_point_ids: string[],
): Promise<void> {
  const { rows } = await client.query<Counted>(
    `with deleted as (
        delete from user_choices where datamart_id = $1 and user_point_id = any ($2::uuid[])
        returning datamart_id, user_point_id, processing_id)
      select datamart_id, -count(distinct (user_point_id, processing_id))::int as change
      from deleted group by datamart_id`,
    [datamart_id, user_point_ids],
  );
  await countChanges(client, rows.map(toChange));
}

interface Counted {
  datamart_id: string;
  change: number;
}

const toChange = ({ datamart_id, change }: Counted): CollectionChange => ({
  datamart_id,
  change,
  collection: 'UserChoice',
});
