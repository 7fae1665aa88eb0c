import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BatchRunner } from '@tributary/bus/consuming/batch-runner';
import { bundle, decodeBundle } from '@tributary/bus/kafka/records/bundle';
import { encode, readJson, type KafkaIncoming } from '@tributary/bus/kafka/records/envelope';
import type { Consumer } from '@tributary/bus/messages/consumer';
import type { Received } from '@tributary/bus/messages/message';
import { activityReceived } from '@tributary/contracts/topics/topics';
import type { ActivityReceived, AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { TrackingPlans } from '@tributary/http/tracking-plan/tracking-plans';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import fc from 'fast-check';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import { ArrivalRules } from '../../src/activities/former-ids/arrival-rules.js';
import { IngestCounters } from '../../src/activities/ingest-counters.js';
import { LiveTraffic } from '../../src/pace/live-traffic.js';
import { StoreActivitiesHandler } from '../../src/activities/store-activities.handler.js';
import { TrackingSettings } from '../../src/config.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

let database: TrackingDatabase;
let handler: StoreActivitiesHandler;
beforeAll(async () => {
  database = await startTrackingDatabase();
  handler = new StoreActivitiesHandler(
    new ActivitiesRepository(database.dataSource, new DayPartitions(database.dataSource), database.rules),
    new IngestCounters(new Metrics('tracking-ingest')),
    new LiveTraffic(new Metrics('tracking-ingest')),
    new ArrivalRules(database.dataSource, TrackingSettings.parse({}), new TrackingPlans()),
    createLogger('tracking-ingest', 'silent'),
  );
});
afterAll(() => database.stop());

interface Sent {
  /** One of few, so that ids come again. */
  activity: number;
  user: number;
  fault?: 'no object' | 'no uuid' | undefined;
  outcome?: AnalysisOutcome | undefined;
}

const now = Date.now();
let datamarts = 0;

function toValue(datamart_id: string, { activity, user, fault, outcome }: Sent): ActivityReceived {
  const id = `0199f1c4-52aa-7b0c-9d1e-0f3c6a7b8d${String(activity).padStart(2, '0')}`;
  return {
    datamart_id,
    activity_id: fault === 'no uuid' ? `${id}!` : id,
    received_ts: now,
    identifiers: [{ type: 'USER_AGENT', value: `user ${user}` }],
    body: outcome ? '' : fault === 'no object' ? '[]' : `{"$type":"TOUCH", "☕":"\\n${activity}"}`,
    ...(outcome && { outcome }),
  };
}

/** The records of the topic: of each size, a bundle of so many activities. */
function publish(datamart_id: string, sent: Sent[], sizes: number[]): KafkaIncoming[][] {
  const records = sent.map((one) => {
    const value = toValue(datamart_id, one);
    return encode(activityReceived, { id: `${datamart_id}/${value.activity_id}`, time: now, value });
  });
  const bundles: KafkaIncoming[][] = [];
  for (let first = 0; first < records.length;) {
    const size = sizes[bundles.length % sizes.length] ?? 1;
    const { key = null, value, headers, timestamp = '' } = bundle(records.slice(first, first + size));
    const record = { key, value, headers, timestamp, offset: String(bundles.length) };
    bundles.push(decodeBundle(activityReceived.name, Number(datamart_id), record));
    first += size;
  }
  return bundles;
}

/** The consumer of tracking-ingest, with its dead letters. */
function aConsumer() {
  const deadLetters: string[] = [];
  const consumer: Consumer = {
    topic: activityReceived,
    group: 'tracking-ingest.store-activities',
    broadcast: false,
    mayStayEmpty: false,
    soleOwner: false,
    startsLast: false,
    maxBatch: 1_000,
    concurrency: 1,
    handle: (batch) => handler.handle(batch as Received<ActivityReceived>[]),
  };
  const runner = new BatchRunner<KafkaIncoming>(consumer, {
    read: readJson,
    deadLetters: {
      write: (written) => {
        deadLetters.push(...written.map(({ message }) => `${message.key} ${String(message.content)}`));
        return Promise.resolve();
      },
    },
    warn: () => undefined,
    retry: { attempts: 1, firstDelayMs: 1, maxDelayMs: 1 },
  });
  const control = { isStopped: () => false, heartbeat: () => Promise.resolve() };
  return { deadLetters, run: (batch: KafkaIncoming[]) => runner.run(batch, control) };
}

/** All that is known of a datamart, without the ids that the database has chosen. */
async function stored(datamart_id: string) {
  const query = (text: string): Promise<object[]> => database.dataSource.query(text, [datamart_id]);
  const rows = await query(
    `select activity_id, ts, received_ts, body::text, min(activity_id::text) over (partition by user_point_id) as first_of_user
      from activities where datamart_id = $1 order by activity_id`,
  );
  const counts = await query(
    `select hour_ts, sum(stored) as stored, sum(duplicate) as duplicate, sum(erased) as erased
        , sum(dropped) as dropped, sum(dropped_on_error) as dropped_on_error
      from activity_counts where datamart_id = $1 group by 1 order by 1`,
  );
  const receipts = await query('select activity_id from activity_receipts where datamart_id = $1 order by 1');
  return { rows, counts, receipts };
}

const history = fc.record({
  sent: fc.array(
    fc.record({
      activity: fc.nat(15),
      user: fc.nat(3),
      fault: fc.oneof(
        { weight: 6, arbitrary: fc.constant(undefined) },
        fc.constantFrom('no object' as const, 'no uuid' as const),
      ),
      outcome: fc.option(fc.constantFrom('dropped', 'dropped_on_error', 'duplicate', 'erased'), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 25 },
  ),
  sizes: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
  batches: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
  crashes: fc.array(fc.nat(24), { maxLength: 3 }),
});

describe('activities in bundles', () => {
  it('are stored, counted and refused as if they came one by one, through crashes in the middle of a bundle', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ sent, sizes, batches, crashes }) => {
        const [single, bundled] = [String(++datamarts), String(++datamarts)];
        const [one, other] = [aConsumer(), aConsumer()];
        for (const [message] of publish(single, sent, [1])) if (message) await one.run([message]);

        const records = publish(bundled, sent, sizes);
        const messages = records.flat();
        const refused = new Set<string>();
        const handle = async (first: number, end: number) => {
          for (let at = first, batch = 0; at < end; batch++) {
            const next = Math.min(at + (batches[batch % batches.length] ?? 1), end);
            await other.run(messages.slice(at, next));
            at = next;
          }
          for (const deadLetter of other.deadLetters) refused.add(deadLetter);
        };
        // A crash after so many messages: the next process starts with the record that was not handled whole.
        let start = 0;
        for (const crash of [...crashes].sort((a, b) => a - b)) {
          const end = Math.max(start, Math.min(crash, messages.length));
          await handle(start, end);
          start = messages.findIndex(({ position }) => position.offset === messages[end]?.position.offset);
          if (start === -1) start = messages.length;
        }
        await handle(start, messages.length);

        expect(await stored(bundled)).toEqual(await stored(single));
        const withoutDatamart = (texts: Iterable<string>) =>
          new Set([...texts].map((text) => text.replace(/^\d+/, '').replace(/"datamart_id":"\d+"/, '')));
        expect(withoutDatamart(refused)).toEqual(withoutDatamart(one.deadLetters));
      }),
      { numRuns: 40 },
    );
  });
});
