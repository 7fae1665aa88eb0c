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

/** The key of the last row told, its datamart first; undefined when there was none left. */
export type LastKey = [datamart_id: string, ...rest: string[]] | undefined;

/** Below every UUID. */
const noId = '00000000-0000-0000-0000-000000000000';

/** Puts the next page of what reports need into the outbox, as the messages that told it the first time. */
export function tellPage(client: pg.ClientBase, due: FactsPageDue): Promise<LastKey> {
  if (due.step === 'merges') return tellMerges(client, due);
  return due.step === 'memberships' ? tellMemberships(client, due) : tellActivities(client, due);
}

async function tellMerges(client: pg.ClientBase, due: FactsPageDue): Promise<LastKey> {
  const { rows } = await client.query<{ datamart_id: string; merged_id: string; survivor_id: string }>(
    `select datamart_id, merged_id, survivor_id from user_point_merges
      where (datamart_id, merged_id) > ($1, $2::uuid) order by datamart_id, merged_id limit ${pageRows}`,
    due.after ?? ['0', noId],
  );
  const values = [...groupBy(rows, ({ datamart_id }) => datamart_id)].map(([datamart_id, own]) => ({
    datamart_id,
    merges: own.map(({ merged_id, survivor_id }) => ({ merged_id, survivor_id })),
  }));
  await tell(client, userPointsMerged, due, values);
  const last = rows.at(-1);
  return last && [last.datamart_id, last.merged_id];
}

interface MembershipRow {
  datamart_id: string;
  user_point_id: string;
  segment_id: string;
  expiration_ts: string | null;
  version: string;
}

async function tellMemberships(client: pg.ClientBase, due: FactsPageDue): Promise<LastKey> {
  const { rows } = await client.query<MembershipRow>(
    `select datamart_id, user_point_id, segment_id, expiration_ts, version from user_segments
      where (datamart_id, user_point_id, segment_id) > ($1, $2::uuid, $3)
      order by datamart_id, user_point_id, segment_id limit ${pageRows}`,
    due.after ?? ['0', noId, ''],
  );
  const changes = rows.map((row) => ({ ...row, is_member: true, growth: 0 }));
  await tell(client, segmentChanged, due, toMessages(changes));
  const last = rows.at(-1);
  return last && [last.datamart_id, last.user_point_id, last.segment_id];
}

interface ActivityRow {
  datamart_id: string;
  user_point_id: string;
  ts: string;
  activity_id: string;
  received_ts: string;
  body: string;
}

/** In the order of the index of a day's partition. */
async function tellActivities(client: pg.ClientBase, due: FactsPageDue): Promise<LastKey> {
  const { rows } = await client.query<ActivityRow>(
    `select datamart_id, user_point_id, ts, activity_id, received_ts, body::text as body from activities
      where day = $5 and ts >= $6 and (datamart_id, user_point_id) >= ($1, $2::uuid)
        and ((datamart_id, user_point_id) > ($1, $2::uuid) or ts < $3 or (ts = $3 and activity_id > $4))
      order by datamart_id, user_point_id, ts desc, activity_id limit ${pageRows}`,
    [...(due.after ?? ['0', noId, String(maxInt64), noId]), due.day, firstReached(Date.now())],
  );
  await tell(client, activityStored, due, toStoredMessages(rows.flatMap((row) => toPlaced(row, due.day ?? ''))));
  const last = rows.at(-1);
  return last && [last.datamart_id, last.user_point_id, last.ts, last.activity_id];
}

function toPlaced({ datamart_id, user_point_id, activity_id, received_ts, body }: ActivityRow, day: string) {
  const received = { datamart_id, activity_id, received_ts: Number(received_ts), identifiers: [], body };
  const activity = readActivity(received, () => day);
  return typeof activity === 'string' ? [] : [{ ...activity, user_point_id }];
}

/** The same page always gives the same ids: what is told twice is told once. */
async function tell<T>(client: pg.ClientBase, topic: Topic<T>, due: FactsPageDue, values: T[]): Promise<void> {
  const messages = values.map((value, index) => ({ id: `${due.request_id}/${due.page}/${index}`, value }));
  await insertOutbox<T>(client, topic, messages);
}
