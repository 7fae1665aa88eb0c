import {
  publicCredentialIn,
  refusalLifetime,
  refusalLimits,
  type ActivitiesRefused,
  type ReceivedRefusal,
} from '@tributary/contracts/refusals/refused-activity';
import { uuidOf } from '@tributary/contracts/values/uuid';
import { columnsOf, plainArray, plainColumns } from '@tributary/database/plain-array';
import type pg from 'pg';
import type { ErasureKey } from '../identity/erasure-key.js';
import { lockErasuresShared } from '../identity/erasure-lock.js';
import { shareRemovals, type SenderWeight } from './share-removals.js';

type RefusalLimits = Record<keyof typeof refusalLimits, number>;

interface StoringRefusals {
  now: number;
  erasureKey: Pick<ErasureKey, 'macOf'>;
  limits?: RefusalLimits;
}

/**
 * Stores the refusals of messages of one datamart, each message once, and lets the oldest leave beyond the limits. Returns
 * those that it had not got before.
 */
export async function storeRefusals(
  client: pg.ClientBase,
  datamart_id: string,
  messages: ActivitiesRefused[],
  { now, erasureKey, limits = refusalLimits }: StoringRefusals,
): Promise<ReceivedRefusal[]> {
  // An erasure either finds the rows of this transaction, or is found by it.
  await lockErasuresShared(client, new Set([datamart_id]));
  await client.query('insert into refusal_counts values ($1, 0) on conflict do nothing', [datamart_id]);
  await client.query('select from refusal_counts where datamart_id = $1 for update', [datamart_id]);
  const fresh = await claimMessages(client, datamart_id, messages, now);
  if (fresh.length === 0) return [];
  const rows = fresh
    .flatMap(({ refusals }) => refusals)
    .map((refusal) => ({ refusal, ...namesOf(refusal, erasureKey) }));
  const erased = await findErased(client, datamart_id, rows);
  await insertRefusals(
    client,
    datamart_id,
    rows.filter(({ refusal: { id } }) => !erased.has(id)),
  );
  await client.query('delete from refused_activities where datamart_id = $1 and expires_ts <= $2', [datamart_id, now]);
  const leftOut = fresh.reduce((sum, { left_out }) => sum + left_out, 0);
  const removed = await removeBeyond(client, datamart_id, limits);
  await client.query('update refusal_counts set dropped = dropped + $2 where datamart_id = $1', [
    datamart_id,
    leftOut + removed,
  ]);
  return rows.map(({ refusal }) => refusal);
}

/** Leaves out messages that came before: those of an instance come in the order of their numbers. */
async function claimMessages(
  client: pg.ClientBase,
  datamart_id: string,
  messages: ActivitiesRefused[],
  now: number,
): Promise<ActivitiesRefused[]> {
  const { rows } = await client.query<{ instance: string; last_number: string }>(
    'select instance, last_number from refusal_sources where datamart_id = $1 and instance = any($2::text[])',
    [datamart_id, messages.map(({ instance }) => instance)],
  );
  const last = new Map(rows.map(({ instance, last_number }) => [instance, Number(last_number)]));
  const fresh = messages.filter(({ instance, number }) => {
    const isNew = number > (last.get(instance) ?? 0);
    if (isNew) last.set(instance, number);
    return isNew;
  });
  await client.query(
    `insert into refusal_sources (datamart_id, instance, last_number, updated_ts)
      select $1, instance, last_number, $4 from unnest($2::text[], $3::bigint[]) as claimed (instance, last_number)
      on conflict (datamart_id, instance)
        do update set last_number = excluded.last_number, updated_ts = excluded.updated_ts`,
    [datamart_id, [...last.keys()], plainArray([...last.values()]), now],
  );
  return fresh;
}

interface NamedRefusal {
  refusal: ReceivedRefusal;
  /** The `identifierId` of each name. */
  ids: string[];
  macs: string[];
}

function namesOf({ names }: ReceivedRefusal, erasureKey: Pick<ErasureKey, 'macOf'>): Omit<NamedRefusal, 'refusal'> {
  const ids = names.map((digest) => uuidOf(Buffer.from(digest, 'base64url').toString('hex')));
  return { ids, macs: ids.map((id) => erasureKey.macOf(id)) };
}

/** The ids of refusals that were received before a person whom they name was erased: they came late, or are replayed. */
async function findErased(client: pg.ClientBase, datamart_id: string, rows: NamedRefusal[]): Promise<Set<string>> {
  const names = rows.flatMap(({ refusal: { id, received_ts }, ids, macs }) =>
    ids.map((identifier_id, index) => ({ id, received_ts, identifier_id, mac: macs[index] ?? identifier_id })),
  );
  if (names.length === 0) return new Set();
  const found = await client.query<{ id: string }>(
    `select distinct id
      from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::uuid[]) as named (id, received_ts, identifier_id, mac)
      where exists (select from erased_identifiers e where e.datamart_id = $1
          and e.identifier_id = named.identifier_id and e.erasure_ts >= named.received_ts)
        or exists (select from kept_erasures k where k.datamart_id = $1
          and k.identifier_mac = named.mac and k.erasure_ts >= named.received_ts)`,
    [datamart_id, ...plainColumns(names, 'id', 'received_ts', 'identifier_id', 'mac')],
  );
  return new Set(found.rows.map(({ id }) => id));
}

async function insertRefusals(client: pg.ClientBase, datamart_id: string, rows: NamedRefusal[]): Promise<void> {
  if (rows.length === 0) return;
  const refusals = rows.map(({ refusal }) => refusal);
  await client.query(
    `insert into refused_activities (datamart_id, id, received_ts, expires_ts, error_code, error, error_id, credential,
        sender, is_public, is_analyzed, body, is_cut, bytes, identifier_macs)
      select $1, id, received_ts, expires_ts, error_code, error, error_id, credential, sender, is_public, is_analyzed, body,
        is_cut, octet_length(body), identifier_macs::uuid[]
      from unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::json[], $9::text[],
        $10::boolean[], $11::boolean[], $12::text[], $13::boolean[], $14::text[]) with ordinality
        as refused (id, received_ts, expires_ts, error_code, error, error_id, credential, sender, is_public, is_analyzed,
          body, is_cut, identifier_macs, position)
      order by position
      on conflict do nothing`,
    [
      datamart_id,
      ...plainColumns(refusals, 'id', 'received_ts'),
      plainArray(refusals.map(({ received_ts, is_json }) => received_ts + refusalLifetime(is_json))),
      ...columnsOf(refusals, 'error_code', 'error', 'error_id'),
      refusals.map(({ credential }) => JSON.stringify(credential)),
      refusals.map(({ credential: { kind, id } }) => `${kind}/${id}`),
      refusals.map(({ credential }) => publicCredentialIn(credential) !== undefined),
      ...columnsOf(refusals, 'is_analyzed', 'body', 'is_cut'),
      rows.map(({ macs }) => plainArray(macs)),
    ],
  );
}

/** Deletes what does not fit, and returns the number of rows. */
async function removeBeyond(client: pg.ClientBase, datamart_id: string, limits: RefusalLimits): Promise<number> {
  const rows = await removeShares(client, datamart_id, '1', limits.rows);
  return rows + (await removeShares(client, datamart_id, 'bytes', limits.bytes));
}

/** The oldest of each credential leave until as much as its share has left. */
async function removeShares(
  client: pg.ClientBase,
  datamart_id: string,
  weight: '1' | 'bytes',
  limit: number,
): Promise<number> {
  const { rows } = await client.query<SenderWeight>(
    `select sender, bool_or(is_public) as is_public, sum(${weight})::float8 as weight
      from refused_activities where datamart_id = $1 group by sender order by sender`,
    [datamart_id],
  );
  const removals = shareRemovals(rows, limit);
  if (removals.size === 0) return 0;
  const { rowCount } = await client.query(
    `delete from refused_activities where datamart_id = $1 and id in (
      select id from (
        select id, sender, sum(${weight}) over oldest - ${weight} as before from refused_activities
        where datamart_id = $1 and sender = any($2::text[])
        window oldest as (partition by sender order by received_ts, arrival)) aged
      join unnest($2::text[], $3::bigint[]) as removal (sender, weight) using (sender)
      where before < removal.weight)`,
    [datamart_id, [...removals.keys()], plainArray([...removals.values()])],
  );
  return rowCount ?? 0;
}
