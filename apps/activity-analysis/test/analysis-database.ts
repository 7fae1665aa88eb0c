import { randomUUID } from 'node:crypto';
import type { Received } from '@tributary/bus/messages/message';
import type { ActivityReceived, ActivityToAnalyze } from '@tributary/contracts/tracking/activity';
import { transaction, unitOfWork } from '@tributary/database/transaction';
import { startMigratedPostgres } from '@tributary/testing/postgres/migrated-postgres';
import { openDataSource } from '@tributary/testing/postgres/open-data-source';
import type { DataSource } from 'typeorm';
import { claimActivities, type ClaimedActivity } from '../src/attempts/claim-activities.js';
import { endAttempts, type EndedAttempt } from '../src/attempts/end-attempts.js';
import { analysisDatabase } from '../src/database.js';
import { enqueue } from '../src/intake/enqueue.js';

/** The app's schema on a real PostgreSQL, and what its processes do with it. */
export async function startAnalysisDatabase() {
  const postgres = await startMigratedPostgres(analysisDatabase);
  const dataSource = await openDataSource({ ...analysisDatabase, url: postgres.url });
  const stop = async () => {
    await dataSource.destroy();
    await postgres.stop();
  };
  return { postgres, dataSource, stop, ...actionsOn(dataSource) };
}

export type AnalysisDatabase = Awaited<ReturnType<typeof startAnalysisDatabase>>;

let messages = 0;

/** A message as the gateway publishes it. */
export function aMessage(
  value: Partial<ActivityToAnalyze> = {},
  person: string = randomUUID(),
): Received<ActivityToAnalyze> {
  const activity = {
    datamart_id: '1',
    activity_id: randomUUID(),
    received_ts: Date.now(),
    identifiers: [{ type: 'USER_AGENT' as const, value: person }],
    body: '{"$type":"SITE_VISIT"}',
    channel_id: '5',
    ...value,
  };
  return {
    topic: 'tracking.activity-to-analyze.v1',
    key: person,
    value: activity,
    id: String(++messages),
    time: activity.received_ts,
  };
}

/** The same message at a position of Kafka. */
export const at = (
  message: Received<ActivityToAnalyze>,
  offset: number,
  part?: number,
): Received<ActivityToAnalyze> => ({
  ...message,
  bundlePosition: { partition: 0, offset: BigInt(offset), ...(part !== undefined && { part }) },
});

/** All places are for one organisation. */
const unshared = { organisationOf: () => '1', backlog: 1_000_000, mayPause: false };

function actionsOn(dataSource: DataSource) {
  return {
    enqueue: async (batch: Received<ActivityToAnalyze>[], chain: readonly string[] = ['7']) =>
      (await unitOfWork(dataSource, (work) => enqueue(work, batch, { ...unshared, analyzersOf: () => chain }))).added,
    claim: async (room = 100, { analyzer_id = '7', datamart_id = '1', limits = [] as never[] } = {}) =>
      (
        await transaction(dataSource, (client) =>
          claimActivities(client, { analyzer_id, datamart_id }, { room, limits, lifetimeMs: 60_000 }),
        )
      ).activities,
    end: (ended: EndedAttempt[]) => unitOfWork(dataSource, (work) => endAttempts(work, ended)),
    /** The published messages, in order. */
    published: async (): Promise<ActivityReceived[]> => {
      const rows = await dataSource.query<{ payload: string }[]>('select payload from outbox order by id');
      return rows.map(({ payload }) => JSON.parse(payload) as ActivityReceived);
    },
    waiting: () =>
      dataSource.query<{ analyzer_id: string; waiting: string }[]>(
        'select analyzer_id, waiting from analysis_queues order by 1',
      ),
    waitingIds: async (): Promise<string[]> => {
      const rows = await dataSource.query<{ activity_id: string }[]>('select activity_id from waiting_activities');
      return rows.map(({ activity_id }) => activity_id);
    },
    clear: () =>
      dataSource.query(
        'truncate outbox, waiting_activities, analysis_queues, taken_partitions, dropped_activities, permits, throttle_states, analysis_failures, erased_identifiers, analysis_organisations',
      ),
  };
}

/** The end of an attempt whose analyzer answered with the body. */
export const analyzed = (claimed: ClaimedActivity, body = '{"done":1}', analyzers: string[] = []): EndedAttempt => ({
  claimed,
  step: { kind: 'continue', analyzers, body, hasFailed: false },
});
