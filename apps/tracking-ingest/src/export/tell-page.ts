import { groupBy } from '@tributary/bus/group-by';
import { insertOutbox } from '@tributary/bus/outbox';
import type { FactsPageDue } from '@tributary/contracts/facts-request';
import type { Topic } from '@tributary/contracts/topic';
import { activityStored, segmentChanged, userPointsMerged } from '@tributary/contracts/topics';
import type pg from 'pg';
import { readActivity } from '../activities/screen-activities.js';
import { toStoredMessages } from '../activities/to-stored-messages.js';
import { maxInt64 } from '../int64.js';
import { toMessages } from '../segments/tell-changes.js';
import { firstReached } from './next-page.js';

/** Few enough that what is told at the same time does not wait long behind them. */
export const pageRows = 2_000;

/** Bytes of activities after which a page ends: of 2,000 it may be a thousand times as much. */
const maxPageBytes = 32 * 1024 * 1024;

/** What has been told of a step or day. */
export interface Told {
  rows: number;
  /** It ends for its bytes, and there may be more; else there is no more when there are fewer rows than asked for. */
  isHeavy: boolean;
  /** The key of the last row told, its datamart first; undefined without one. */
  last?: string[];
}

/** Below every UUID. */
const noId = '00000000-0000-0000-0000-000000000000';

/** Puts at most `limit` rows of what reports need into the outbox, as the messages that told them the first time. */
export function tellPage(client: pg.ClientBase, due: FactsPageDue, limit: number): Promise<Told> {
  if (due.step === 'merges') return tellMerges(client, due, limit);
  return due.step === 'memberships' ? tellMemberships(client, due, limit) : tellActivities(client, due, limit);
}

async function tellMerges(client: pg.ClientBase, due: FactsPageDue, limit: number): Promise<Told> {
  const { rows } = await client.query<{ datamart_id: string; merged_id: string; survivor_id: string }>(
    `select datamart_id, merged_id, survivor_id from user_point_merges
      where (datamart_id, merged_id) > ($1, $2::uuid) order by datamart_id, merged_id limit $3`,
    [...(due.after ?? ['0', noId]), limit],
  );
  const values = [...groupBy(rows, ({ datamart_id }) => datamart_id)].map(([datamart_id, own]) => ({
    datamart_id,
    merges: own.map(({ merged_id, survivor_id }) => ({ merged_id, survivor_id })),
  }));
  await tell(client, userPointsMerged, due, values);
  const last = rows.at(-1);
  return { rows: rows.length, isHeavy: false, ...(last && { last: [last.datamart_id, last.merged_id] }) };
}

interface MembershipRow {
  datamart_id: string;
  user_point_id: string;
  segment_id: string;
  expiration_ts: string | null;
  version: string;
}

async function tellMemberships(client: pg.ClientBase, due: FactsPageDue, limit: number): Promise<Told> {
  const { rows } = await client.query<MembershipRow>(
    `select datamart_id, user_point_id, segment_id, expiration_ts, version from user_segments
      where (datamart_id, user_point_id, segment_id) > ($1, $2::uuid, $3)
      order by datamart_id, user_point_id, segment_id limit $4`,
    [...(due.after ?? ['0', noId, '']), limit],
  );
  const changes = rows.map((row) => ({ ...row, is_member: true }));
  await tell(client, segmentChanged, due, toMessages(changes));
  const last = rows.at(-1);
  const key = last && { last: [last.datamart_id, last.user_point_id, last.segment_id] };
  return { rows: rows.length, isHeavy: false, ...key };
}

interface ActivityRow {
  datamart_id: string;
  user_point_id: string;
  ts: string;
  activity_id: string;
  received_ts: string;
  body: string;
}

async function tellActivities(client: pg.ClientBase, due: FactsPageDue, limit: number): Promise<Told> {
  const rows = await readActivities(client, due, limit);
  await tell(client, activityStored, due, toStoredMessages(rows.flatMap((row) => toPlaced(row, due.day ?? ''))));
  const bytes = rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  const last = rows.at(-1);
  const key = last && { last: [last.datamart_id, last.user_point_id, last.ts, last.activity_id] };
  return { rows: rows.length, isHeavy: bytes >= maxPageBytes, ...key };
}

/** In the order of the index of a day's partition. */
async function readActivities(client: pg.ClientBase, due: FactsPageDue, limit: number): Promise<ActivityRow[]> {
  const { rows } = await client.query<ActivityRow>(
    `select datamart_id, user_point_id, ts, activity_id, received_ts, body
      from (
        select *, sum(octet_length(body)) over (
          order by datamart_id, user_point_id, ts desc, activity_id rows between unbounded preceding and 1 preceding
        ) as before
        from (
          select datamart_id, user_point_id, ts, activity_id, received_ts, body::text as body from activities
          where day = $5 and ts >= $6 and (datamart_id, user_point_id) >= ($1, $2::uuid)
            and ((datamart_id, user_point_id) > ($1, $2::uuid) or ts < $3 or (ts = $3 and activity_id > $4))
          order by datamart_id, user_point_id, ts desc, activity_id limit $7) page
      ) measured
      where coalesce(before, 0) < $8 order by datamart_id, user_point_id, ts desc, activity_id`,
    [
      ...(due.after ?? ['0', noId, String(maxInt64), noId]),
      ...[due.day, firstReached(Date.now()), limit, maxPageBytes],
    ],
  );
  return rows;
}

function toPlaced({ datamart_id, user_point_id, activity_id, received_ts, body }: ActivityRow, day: string) {
  const received = { datamart_id, activity_id, received_ts: Number(received_ts), identifiers: [], body };
  const activity = readActivity(received, () => day, { needsReceipt: false });
  return typeof activity === 'string' ? [] : [{ ...activity, user_point_id }];
}

/** The same page always gives the same ids: what is told twice is told once. */
async function tell<T>(client: pg.ClientBase, topic: Topic<T>, due: FactsPageDue, values: T[]): Promise<void> {
  const part = `${due.request_id}/${due.page}/${due.day ?? due.step}`;
  const messages = values.map((value, index) => ({ id: `${part}/${index}`, value }));
  await insertOutbox<T>(client, topic, messages);
}
