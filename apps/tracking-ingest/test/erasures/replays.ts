import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { randomUUID } from 'node:crypto';
import type { Received } from '@tributary/bus/messages/message';
import type { ImportOperation } from '@tributary/contracts/imports/import-messages';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { ActivityReceived } from '@tributary/contracts/tracking/activity';
import { type Identifier, identifierKey } from '@tributary/contracts/tracking/identifier';
import { transaction } from '@tributary/database/transaction';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import { Housekeeping } from '../../src/activities/housekeeping.js';
import { IngestCounters } from '../../src/activities/ingest-counters.js';
import { validateActivities } from '../../src/activities/validate-activities.js';
import { TrackingSettings } from '../../src/config.js';
import { StoreRules } from '../../src/consent/store-rules.js';
import type { ErasureKey } from '../../src/identity/erasure-key.js';
import { ImportBatchesRepository } from '../../src/imports/import-batches.repository.js';
import { eraseUserPoints } from '../../src/user-points/erase-user-points.js';
import { newKeyring, startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

const settings = TrackingSettings.parse({});
const { ACTIVITY_RETENTION_DAYS: retentionDays } = settings;

export const agent = (value: string): Identifier => ({ type: 'USER_AGENT', value });
export const account = (value: string): Identifier => ({ type: 'USER_ACCOUNT', compartment_id: 'c', value });

export const activityOf = (
  datamart_id: string,
  identifiers: Identifier[],
  received_ts: number,
  difference: Partial<ActivityReceived> = {},
): ActivityReceived => ({
  datamart_id,
  activity_id: randomUUID(),
  received_ts,
  identifiers,
  body: '{"$type":"TOUCH","$events":[{"$event_name":"a"}]}',
  ...difference,
});

/** A process of the app, which handles messages and erasures at a time that the spec names. */
export class Replays {
  private readonly activities: ActivitiesRepository;
  private readonly imports: ImportBatchesRepository;
  private readonly housekeeping: Housekeeping;

  constructor(
    readonly database: TrackingDatabase,
    { directory } = database.rules,
    erasureKey: ErasureKey = database.erasureKey,
  ) {
    const { dataSource } = database;
    const partitions = new DayPartitions(dataSource);
    const rules = new StoreRules(directory, erasureKey, new TrackingPlans(), newKeyring());
    const counters = new IngestCounters(new Metrics('test'));
    this.activities = new ActivitiesRepository(dataSource, partitions, rules);
    this.imports = new ImportBatchesRepository(dataSource, partitions, counters, rules, settings);
    const onError = () => {};
    this.housekeeping = new Housekeeping({ dataSource, partitions, settings, erasureKey, onError });
  }

  static async start(): Promise<Replays> {
    return new Replays(await startTrackingDatabase());
  }

  deliver(values: ActivityReceived[], now: number) {
    const messages = values.map((value): Received<ActivityReceived> => {
      const { name: topic } = activityReceived;
      return { topic, key: '', id: value.activity_id, time: value.received_ts, value };
    });
    const { accepted } = validateActivities(messages, now, {
      retentionDays,
      countsUnkeyed: false,
      plans: new TrackingPlans(),
    });
    return this.activities.insertMany(accepted, now);
  }

  /** A line of a file that was uploaded at `creation_ts`. */
  applyLine(datamart_id: string, operation: ImportOperation, creation_ts: number, now: number): Promise<void> {
    const chunk = { execution_id: randomUUID(), chunk: 0, batch: 0, shard: 0, creation_ts };
    return this.imports.apply([{ datamart_id, ...chunk, lines: [{ line: 1, operation }] }], now);
  }

  erase(datamart_id: string, identifier: Identifier, now: number): Promise<unknown> {
    return transaction(this.database.dataSource, (client) =>
      eraseUserPoints(client, datamart_id, [{ identifier }], now),
    );
  }

  keep(now: number): Promise<void> {
    return this.housekeeping.run(now);
  }

  /** The `identifierKey`s of each person of a datamart, sorted. */
  async people(datamart_id: string): Promise<string[][]> {
    const rows = await this.database.dataSource.query<
      (Identifier & { compartment_id: string; user_point_id: string })[]
    >('select type, compartment_id, value, user_point_id from user_identifiers where datamart_id = $1', [datamart_id]);
    const people = Map.groupBy(rows, ({ user_point_id }) => user_point_id);
    return Array.from(people.values(), (own) => own.map(identifierKey).sort()).sort();
  }

  /**
   * The tables that have something of a datamart, apart from random ids, from the ends of their activities, and from hashes of
   * erased people.
   */
  async tables(datamart_id: string): Promise<string[]> {
    const withoutPeople = [
      'activity_receipts',
      'activity_traces',
      'import_batches',
      'erased_user_points',
      'erased_identifiers',
      'kept_erasures',
    ];
    const counts = ['activity_counts', 'activity_reconciliation', 'collection_changes', 'collection_counts'];
    const names = await this.database.dataSource.query<{ name: string }[]>(
      `select table_name as name from information_schema.columns
        where table_schema = current_schema() and column_name = 'datamart_id' and table_name <> all($1)
          and table_name !~ '^activities_'`,
      [[...withoutPeople, ...counts]],
    );
    const found: string[] = [];
    for (const { name } of names) {
      const rows = await this.database.dataSource.query<unknown[]>(
        `select from ${name} where datamart_id = $1 limit 1`,
        [datamart_id],
      );
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  }
}
