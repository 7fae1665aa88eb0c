import { insertOutbox } from '@tributary/bus/outbox/outbox';
import type { BackfillPageDue } from '@tributary/contracts/tracking/backfill';
import type { Topic } from '@tributary/contracts/topics/topic';
import {
  activityStored,
  segmentChanged,
  segmentDeleted,
  userPointErased,
  userPointsMerged,
} from '@tributary/contracts/topics/topics';
import type pg from 'pg';
import { readActivity } from '../activities/validate-activities.js';
import { toStoredMessages } from '../activities/to-stored-messages.js';
import { toErasedMessages } from '../attached-data/erased-messages.js';
import { toMergedMessages } from '../attached-data/merge-user-points.js';
import { maxInt64 } from '../int64.js';
import { toMessages } from '../segments/publish-changes.js';
import { firstReportedTs } from './next-page.js';

/** Rows of a page. Few enough that other messages do not wait long behind them in the outbox. */
export const pageRows = 2_000;

/** Bytes of activities after which a page ends. 2,000 activities may have a thousand times as many. */
const maxPageBytes = 32 * 1024 * 1024;

/** The rows that were published of a step or day. */
interface PublishedRows {
  rows: number;
  /** The number of messages that hold them. */
  messages: number;
  /** True if the limit of bytes ended the page: more rows may follow. Otherwise fewer rows than requested mean the end. */
  isHeavy: boolean;
  /** The key of the last row, its datamart first. Undefined without rows. */
  last?: string[];
}

/** Below every UUID. */
const noId = '00000000-0000-0000-0000-000000000000';

/** Puts at most `limit` rows of a step or day into the outbox, in the same form as when they were first published. */
export function publishRows(client: pg.ClientBase, due: BackfillPageDue, limit: number): Promise<PublishedRows> {
  if (due.step === 'erasures') return publishErasures(client, due, limit);
  if (due.step === 'merges') return publishMerges(client, due, limit);
  if (due.step === 'deletions') return publishDeletions(client, due, limit);
  return due.step === 'memberships' ? publishMemberships(client, due, limit) : publishActivities(client, due, limit);
}

async function publishErasures(client: pg.ClientBase, due: BackfillPageDue, limit: number): Promise<PublishedRows> {
  const { rows } = await client.query<{ datamart_id: string; user_point_id: string }>(
    `select datamart_id, user_point_id from erased_user_points
      where (datamart_id, user_point_id) > ($1, $2::uuid) order by datamart_id, user_point_id limit $3`,
    [...(due.after ?? ['0', noId]), limit],
  );
  const messages = await publish(client, userPointErased, due, toErasedMessages(rows));
  const last = rows.at(-1);
  return { rows: rows.length, messages, isHeavy: false, ...(last && { last: [last.datamart_id, last.user_point_id] }) };
}

async function publishMerges(client: pg.ClientBase, due: BackfillPageDue, limit: number): Promise<PublishedRows> {
  const { rows } = await client.query<{ datamart_id: string; merged_id: string; survivor_id: string }>(
    `select datamart_id, merged_id, survivor_id from user_point_merges
      where (datamart_id, merged_id) > ($1, $2::uuid) order by datamart_id, merged_id limit $3`,
    [...(due.after ?? ['0', noId]), limit],
  );
  const messages = await publish(client, userPointsMerged, due, toMergedMessages(rows));
  const last = rows.at(-1);
  return { rows: rows.length, messages, isHeavy: false, ...(last && { last: [last.datamart_id, last.merged_id] }) };
}

async function publishDeletions(client: pg.ClientBase, due: BackfillPageDue, limit: number): Promise<PublishedRows> {
  const { rows } = await client.query<{ datamart_id: string; segment_id: string; version: string }>(
    `select datamart_id, segment_id, version from deleted_segments
      where (datamart_id, segment_id) > ($1, $2) order by datamart_id, segment_id limit $3`,
    [...(due.after ?? ['0', '']), limit],
  );
  const deletions = rows.map((row) => ({ ...row, version: Number(row.version) }));
  const messages = await publish(client, segmentDeleted, due, deletions);
  const last = rows.at(-1);
  return { rows: rows.length, messages, isHeavy: false, ...(last && { last: [last.datamart_id, last.segment_id] }) };
}

interface MembershipRow {
  datamart_id: string;
  user_point_id: string;
  segment_id: string;
  expiration_ts: string | null;
  version: string;
  write_version: string;
}

async function publishMemberships(client: pg.ClientBase, due: BackfillPageDue, limit: number): Promise<PublishedRows> {
  const { rows } = await client.query<MembershipRow>(
    `select datamart_id, user_point_id, segment_id, expiration_ts, version, write_version from user_segments
      where (datamart_id, user_point_id, segment_id) > ($1, $2::uuid, $3)
      order by datamart_id, user_point_id, segment_id limit $4`,
    [...(due.after ?? ['0', noId, '']), limit],
  );
  const changes = rows.map((row) => ({ ...row, is_member: true }));
  const messages = await publish(client, segmentChanged, due, toMessages(changes));
  const last = rows.at(-1);
  const key = last && { last: [last.datamart_id, last.user_point_id, last.segment_id] };
  return { rows: rows.length, messages, isHeavy: false, ...key };
}

interface ActivityRow {
  datamart_id: string;
  user_point_id: string;
  ts: string;
  activity_id: string;
  received_ts: string;
  body: string;
}

async function publishActivities(client: pg.ClientBase, due: BackfillPageDue, limit: number): Promise<PublishedRows> {
  const rows = await readActivities(client, due, limit);
  const messages = await publish(
    client,
    activityStored,
    due,
    toStoredMessages(rows.flatMap((row) => toResolvedActivity(row, due.day ?? ''))),
  );
  const bytes = rows.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
  const last = rows.at(-1);
  const key = last && { last: [last.datamart_id, last.user_point_id, last.ts, last.activity_id] };
  return { rows: rows.length, messages, isHeavy: bytes >= maxPageBytes, ...key };
}

/** In the order of the index of a day's partition, which the key of the last row continues. */
async function readActivities(client: pg.ClientBase, due: BackfillPageDue, limit: number): Promise<ActivityRow[]> {
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
    [...(due.after ?? ['0', noId, String(maxInt64), noId]), due.day, firstReportedTs(Date.now()), limit, maxPageBytes],
  );
  return rows;
}

function toResolvedActivity({ datamart_id, user_point_id, activity_id, received_ts, body }: ActivityRow, day: string) {
  const received = { datamart_id, activity_id, received_ts: Number(received_ts), identifiers: [], body };
  const activity = readActivity(received, () => day);
  return typeof activity === 'string' ? [] : [{ activity, user_point_id }];
}

/** The messages of a page always have the same ids, so publishing it twice has no further effect. Returns their number. */
async function publish<T>(client: pg.ClientBase, topic: Topic<T>, due: BackfillPageDue, values: T[]): Promise<number> {
  const prefix = `${due.request_id}/${due.page}/${due.day ?? due.step}`;
  const messages = values.map((value, index) => ({ id: `${prefix}/${index}`, value }));
  await insertOutbox<T>(client, topic, messages);
  return messages.length;
}
