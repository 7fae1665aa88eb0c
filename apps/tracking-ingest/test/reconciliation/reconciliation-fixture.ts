import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import type { Received } from '@tributary/bus/messages/message';
import { type AcceptedCount } from '@tributary/contracts/tracking/activities-accepted';
import type { ActivityReceived, AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { hourMs } from '@tributary/contracts/rules/time-units';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import { validateActivities } from '../../src/activities/validate-activities.js';
import { ReconciliationRepository } from '../../src/reconciliation/reconciliation.repository.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

export type Message = Received<ActivityReceived>;

export let database: TrackingDatabase;
let activities: ActivitiesRepository;
export let reconciliation: ReconciliationRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  activities = new ActivitiesRepository(database.dataSource, new DayPartitions(database.dataSource), database.rules);
  reconciliation = new ReconciliationRepository(database.dataSource);
});
afterAll(() => database.stop());

export const now = Math.floor(Date.now() / hourMs) * hourMs;
/** The hour before the last one: it is completed. */
export const hour_ts = now - 2 * hourMs;

let datamarts = 0;
export const aDatamart = () => String(++datamarts);

export interface MessageOptions {
  datamart_id: string;
  partition: number;
  offset: number;
  activity_id?: string;
  received_ts?: number;
  outcome?: AnalysisOutcome | undefined;
  analysis_id?: string;
}

export function aMessage({
  datamart_id,
  partition,
  offset,
  activity_id = randomUUID(),
  received_ts = hour_ts,
  outcome,
  analysis_id,
}: MessageOptions): Message {
  const identifiers = [{ type: 'USER_AGENT' as const, value: `${datamart_id}-${activity_id}` }];
  const body = outcome ? '{}' : '{"$type":"TOUCH"}';
  const end = { ...(outcome && { outcome }), ...(analysis_id && { analysis_id }) };
  const value = { datamart_id, activity_id, received_ts, identifiers, body, ...end };
  const bundlePosition = { partition, offset: BigInt(offset) };
  return {
    topic: activityReceived.name,
    key: `${datamart_id}|`,
    value,
    id: activity_id,
    time: received_ts,
    bundlePosition,
  };
}

/** Stores a batch as the handler does. */
export async function store(batch: Message[]): Promise<void> {
  const { accepted } = validateActivities(batch, Date.now(), {
    retentionDays: 396,
    countsUnkeyed: true,
    plans: new TrackingPlans(),
  });
  await activities.insertMany(accepted, Date.now(), batch);
}

export const accept = (count: Partial<AcceptedCount> & { datamart_id: string }, instance = 'a gateway') =>
  reconciliation.saveAccepted([{ instance, counts: [{ hour_ts, accepted: 0, uncertain: 0, ...count }] }]);
export const analysisOutcomes = ['dropped', 'dropped_on_error', 'duplicate', 'erased'] as const;

export async function idsOf(table: 'activities' | 'activity_receipts', datamart_id: string): Promise<string[]> {
  const sql = `select activity_id from ${table} where datamart_id = $1`;
  const rows = await database.dataSource.query<{ activity_id: string }[]>(sql, [datamart_id]);
  return rows.map(({ activity_id }) => activity_id).sort();
}

export async function identifiersOf(datamart_id: string): Promise<string[]> {
  const sql = 'select value from user_identifiers where datamart_id = $1';
  const rows = await database.dataSource.query<{ value: string }[]>(sql, [datamart_id]);
  return rows.map(({ value }) => value).sort();
}

export const rowsOf = async (datamart_id: string) =>
  (await reconciliation.list(0)).filter((row) => row.datamart_id === datamart_id);

export let partitions = 0;
export const aPartition = () => ++partitions;
