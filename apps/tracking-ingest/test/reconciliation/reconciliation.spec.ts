import { DirectoryStore } from '@tributary/security/directory.store';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Received } from '@tributary/bus/messages/message';
import { hourMs, type AcceptedCount } from '@tributary/contracts/tracking/activities-accepted';
import type { ActivityReceived, AnalysisOutcome } from '@tributary/contracts/tracking/activity';
import { activityReceived } from '@tributary/contracts/topics/topics';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import fc from 'fast-check';
import { ActivitiesRepository } from '../../src/activities/activities.repository.js';
import { DayPartitions } from '../../src/activities/day-partitions.js';
import { validateActivities } from '../../src/activities/validate-activities.js';
import type { ActivityOutcome } from '../../src/reconciliation/count-outcomes.js';
import { ReconciliationRepository } from '../../src/reconciliation/reconciliation.repository.js';
import { ReconciliationWatch } from '../../src/reconciliation/reconciliation-watch.js';
import { printReconciliation } from '../../src/reconciliation/print-reconciliation.js';
import { startTrackingDatabase, type TrackingDatabase } from '../tracking-database.js';

type Message = Received<ActivityReceived>;

let database: TrackingDatabase;
let activities: ActivitiesRepository;
let reconciliation: ReconciliationRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  activities = new ActivitiesRepository(
    database.dataSource,
    new DayPartitions(database.dataSource),
    new DirectoryStore(),
  );
  reconciliation = new ReconciliationRepository(database.dataSource);
});
afterAll(() => database.stop());

const now = Math.floor(Date.now() / hourMs) * hourMs;
/** The hour before the last one: it is completed. */
const hour_ts = now - 2 * hourMs;

let datamarts = 0;
const aDatamart = () => String(++datamarts);

interface MessageOptions {
  datamart_id: string;
  partition: number;
  offset: number;
  activity_id?: string;
  received_ts?: number;
  outcome?: AnalysisOutcome | undefined;
  analysis_id?: string;
}

function aMessage({
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
async function store(batch: Message[]): Promise<void> {
  const { accepted } = validateActivities(batch, Date.now(), 396);
  await activities.insertMany(accepted, Date.now(), batch);
}

const someMessages = (datamart_id: string, partition: number, count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => aMessage({ datamart_id, partition, offset: first + index }));

const accept = (count: Partial<AcceptedCount> & { datamart_id: string }, instance = 'a gateway') =>
  reconciliation.saveAccepted([{ instance, counts: [{ hour_ts, accepted: 0, uncertain: 0, ...count }] }]);

const watched = {
  get reconciliation() {
    return reconciliation;
  },
  directory: new DirectoryStore(),
  analysisMaxWaitMs: 30 * 60_000,
  onError: () => undefined,
};

/** One of each outcome of analysis, then one that is stored. */
const endedMessages = (datamart_id: string, partition: number, first = 0) =>
  ([...analysisOutcomes, undefined] as const).map((outcome, index) =>
    aMessage({ datamart_id, partition, offset: first + index, outcome }),
  );
const analysisOutcomes = ['dropped', 'dropped_on_error', 'duplicate', 'erased'] as const;

async function idsOf(table: 'activities' | 'activity_receipts', datamart_id: string): Promise<string[]> {
  const sql = `select activity_id from ${table} where datamart_id = $1`;
  const rows = await database.dataSource.query<{ activity_id: string }[]>(sql, [datamart_id]);
  return rows.map(({ activity_id }) => activity_id).sort();
}

async function identifiersOf(datamart_id: string): Promise<string[]> {
  const sql = 'select value from user_identifiers where datamart_id = $1';
  const rows = await database.dataSource.query<{ value: string }[]>(sql, [datamart_id]);
  return rows.map(({ value }) => value).sort();
}

const rowsOf = async (datamart_id: string) =>
  (await reconciliation.list(0)).filter((row) => row.datamart_id === datamart_id);

let partitions = 0;
const aPartition = () => ++partitions;

describe('the reconciliation of an hour', () => {
  it('has no difference when every accepted activity has an outcome', async () => {
    const datamart_id = aDatamart();
    const batch = someMessages(datamart_id, aPartition(), 5);
    await accept({ datamart_id, accepted: 6 });
    await store([...batch, { ...(batch[0] as Message), bundlePosition: { partition: partitions, offset: 5n } }]);
    expect(await rowsOf(datamart_id)).toEqual([
      {
        datamart_id,
        hour_ts,
        accepted: 6,
        uncertain: 0,
        stored: 5,
        duplicate: 1,
        erased: 0,
        refused_by_choice: 0,
        dropped: 0,
        dropped_on_error: 0,
        rejected: 0,
        difference: 0,
      },
    ]);
  });

  it('counts activities that analysis has ended, and stores nothing of them but their ids', async () => {
    const datamart_id = aDatamart();
    const batch = endedMessages(datamart_id, aPartition());
    await accept({ datamart_id, accepted: 5 });
    await store(batch);
    const counts = { stored: 1, duplicate: 1, erased: 1, dropped: 1, dropped_on_error: 1, difference: 0 };
    expect(await rowsOf(datamart_id)).toMatchObject([counts]);
    const ids = batch.map(({ id }) => id);
    expect(await idsOf('activity_receipts', datamart_id)).toEqual([ids[0], ids[1], ids[3], ids[4]].sort());
    expect(await idsOf('activities', datamart_id)).toEqual([ids[4]]);
    expect(await identifiersOf(datamart_id)).toEqual([`${datamart_id}-${ids[4]}`]);
  });

  it('counts such messages once, however batches are cut after a crash', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    const log = endedMessages(datamart_id, partition).concat(endedMessages(datamart_id, partition, 5));
    for (const [start, end] of [
      [0, 3],
      [0, 3],
      [1, 7],
      [0, 10],
      [6, 10],
    ] as const)
      await store(log.slice(start, end));
    const counts = { stored: 2, duplicate: 2, erased: 2, dropped: 2, dropped_on_error: 2 };
    expect(await rowsOf(datamart_id)).toMatchObject([counts]);
  });

  it('counts an activity as a duplicate whose id was dropped before, and a dropped one whose id was stored before', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    const [dropped, stored] = [randomUUID(), randomUUID()];
    const next = (difference: Partial<MessageOptions>) =>
      aMessage({ datamart_id, partition, offset: ++offsets, ...difference });
    let offsets = 0;
    await store([next({ activity_id: dropped, outcome: 'dropped' }), next({ activity_id: stored })]);
    await store([
      next({ activity_id: dropped.toUpperCase() }),
      next({ activity_id: stored, outcome: 'dropped_on_error' }),
    ]);
    await store([next({ activity_id: dropped, outcome: 'dropped' })]);
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 1, dropped: 1, dropped_on_error: 0, duplicate: 3 }]);
  });

  it('counts the end of an analysis once that the outbox has published twice, and a resend as a duplicate', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    let offsets = 0;
    const next = (difference: Partial<MessageOptions>) =>
      aMessage({ datamart_id, partition, offset: ++offsets, ...difference });
    const [a, b] = [randomUUID(), randomUUID()];
    const ends = () => [
      next({ activity_id: a, analysis_id: a }),
      next({ activity_id: b, analysis_id: b, outcome: 'dropped' }),
      next({}),
    ];
    await accept({ datamart_id, accepted: 5 });
    await store(ends());
    await store(ends());
    await store([next({ activity_id: a, analysis_id: b })]);
    await store(ends().slice(0, 2));
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 3, dropped: 1, duplicate: 1, difference: 0 }]);
  });

  it('shows an activity that was lost in transit', async () => {
    const datamart_id = aDatamart();
    const [, ...arrived] = someMessages(datamart_id, aPartition(), 5);
    await accept({ datamart_id, accepted: 5 });
    await store(arrived);
    expect(await rowsOf(datamart_id)).toMatchObject([{ accepted: 5, stored: 4, difference: 1 }]);
  });

  it('shows an activity that no gateway accepted', async () => {
    const datamart_id = aDatamart();
    await accept({ datamart_id, accepted: 4 });
    await store(someMessages(datamart_id, aPartition(), 5));
    expect(await rowsOf(datamart_id)).toMatchObject([{ difference: -1 }]);
  });

  it('counts a message once that is redelivered after a crash, and the new messages beside it, however batches are cut', async () => {
    const datamart_id = aDatamart();
    const log = someMessages(datamart_id, aPartition(), 10);
    for (const [start, end] of [
      [0, 4],
      [0, 4],
      [2, 7],
      [0, 10],
      [6, 10],
    ] as const)
      await store(log.slice(start, end));
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 10, duplicate: 0 }]);
  });

  it('counts messages once that share a transaction with those of other partitions, also if some come again', async () => {
    const datamart_id = aDatamart();
    const [one, other] = [aPartition(), aPartition()];
    const log = someMessages(datamart_id, one, 6);
    const again = { datamart_id, partition: other, offset: 6, activity_id: log[3]?.value.activity_id };
    const otherLog = [...someMessages(datamart_id, other, 6), aMessage(again)];
    await store([...log.slice(0, 4), ...otherLog.slice(0, 3)]);
    await store([...otherLog, ...log.slice(2, 5)]);
    await store([...log.slice(5), ...otherLog]);
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 12, duplicate: 1 }]);
  });

  it('continues to count when the topic is recreated and its offsets start again', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    await store(someMessages(datamart_id, partition, 5, 1_000));
    await store([aMessage({ datamart_id, partition, offset: 0, received_ts: hour_ts + 1 })]);
    await store([aMessage({ datamart_id, partition, offset: 1, received_ts: hour_ts + 1 })]);
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 7 }]);
  });

  it('counts a dead letter once, however often it is reported, and also one that is unreadable', async () => {
    const datamart_id = aDatamart();
    const position = { partition: 1, offset: 7n };
    const deadLetters = [1, 2].map((part) => ({ key: `${datamart_id}|`, id: 'z', time: hour_ts, position, part }));
    await reconciliation.saveRejected(deadLetters);
    await reconciliation.saveRejected([...deadLetters, { key: 'no key of ours', id: 'x', time: hour_ts }]);
    // As on the in-process bus, without positions: one activity that was sent twice.
    const twice = [1, 2].map((time) => ({ key: `${datamart_id}|`, id: 'y', time: hour_ts + time }));
    for (const messages of [twice, twice]) await reconciliation.saveRejected(messages);
    expect(await rowsOf(datamart_id)).toMatchObject([{ rejected: 4, difference: -4 }]);
    expect(await rowsOf('0')).toMatchObject([{ rejected: 1 }]);
  });

  it('does not count a batch that was not stored', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    const dropped = aMessage({ datamart_id, partition, offset: 2, outcome: 'dropped' });
    const good = [...someMessages(datamart_id, partition, 2), dropped];
    const poison = aMessage({ datamart_id, partition, offset: 3, activity_id: 'no uuid' });
    await expect(store([...good, poison])).rejects.toThrow();
    expect(await rowsOf(datamart_id)).toEqual([]);
    await store(good);
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 2, dropped: 1, duplicate: 0 }]);
  });

  it('is exposed as metrics and printed by the command', async () => {
    const datamart_id = aDatamart();
    await accept({ datamart_id, accepted: 3 });
    await store(someMessages(datamart_id, aPartition(), 1));
    const metrics = new Metrics('tracking-ingest');
    const watch = new ReconciliationWatch({ ...watched, metrics });
    await watch.refresh(now);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(
      new RegExp(`tributary_reconciliation_datamart_difference\\{datamart="${datamart_id}",[^}]*\\} 2\n`),
    );
    expect(Number(/tributary_reconciliation_missing_activities\{[^}]*\} (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(
      2,
    );
    const printed = (await printReconciliation(database.postgres.url, 3, now)).split('\n');
    const hour = new Date(hour_ts).toISOString().slice(0, 13);
    expect(printed).toContain([hour, datamart_id, 3, 0, 1, 0, 0, 0, 0, 0, 0, 2].join('\t'));
  });
});

describe('activities that wait for their analysis', () => {
  it('are not missing until the longest wait is over', async () => {
    const datamart_id = aDatamart();
    const directory = new DirectoryStore();
    await accept({ datamart_id, accepted: 3 });
    const metrics = new Metrics('tracking-ingest');
    const watch = new ReconciliationWatch({ ...watched, directory, metrics });
    const differenceAt = async (minutes: number) => {
      await watch.refresh(hour_ts + hourMs + minutes * 60_000);
      const own = new RegExp(
        `tributary_reconciliation_datamart_difference\\{datamart="${datamart_id}",[^}]*\\} (\\d+)`,
      );
      return Number(own.exec(await metrics.registry.metrics())?.[1] ?? 0);
    };
    const channel = { kind: 'channel' as const, id: datamart_id, datamart_id, processings: [] };
    expect(await differenceAt(10)).toBe(3);
    directory.apply({ ...channel, version: 1, analyzers: ['7'] });
    expect(await differenceAt(10)).toBe(0);
    expect(await differenceAt(39)).toBe(0);
    expect(await differenceAt(40)).toBe(3);
    directory.apply({ ...channel, version: 2, analyzers: [] });
    expect(await differenceAt(10)).toBe(3);
  });
});

/** What two gateways accepted, in order, as messages of two partitions with repeated ids; `reports`: when they reported. */
const history = fc.record({
  log: fc.array(
    fc.record({
      id: fc.nat(12),
      hour: fc.nat(2),
      partition: fc.nat(1),
      gateway: fc.nat(1),
      outcome: fc.option(fc.constantFrom(...analysisOutcomes), { nil: undefined, freq: 2 }),
    }),
    { minLength: 1, maxLength: 30 },
  ),
  cuts: fc.array(fc.record({ partition: fc.nat(1), start: fc.nat(20), length: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 8,
  }),
  reports: fc.array(fc.nat(29), { maxLength: 8 }),
});

describe('reconciliation in any order', () => {
  it('has no difference after late and repeated reports and deliveries, and counts each record of the log once', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ log, cuts, reports }) => {
        const datamart_id = aDatamart();
        const ids = Array.from({ length: 13 }, () => randomUUID());
        const bases = [aPartition(), aPartition()];
        const own = [0, 1].map((index) => log.filter(({ partition }) => partition === index));
        const messages = own.map((entries, index) =>
          entries.map(({ id, hour, outcome }, offset) =>
            aMessage({
              datamart_id,
              offset,
              outcome,
              partition: bases[index] ?? 0,
              activity_id: ids[id] ?? '',
              received_ts: hour_ts - hour * hourMs,
            }),
          ),
        );
        const report = (end: number) => reportUpTo(datamart_id, log.slice(0, end));
        for (const end of reports) await report(end);
        await deliver(messages, cuts);
        await report(log.length);
        for (const end of reports) await report(end);
        const rows = await rowsOf(datamart_id);
        expect(rows.map(({ difference }) => difference)).toEqual(rows.map(() => 0));
        expect(sum(rows.map(({ accepted }) => accepted))).toBe(log.length);
        // Each id ends once, and every other message is a duplicate.
        const claimed = new Set(log.flatMap(({ id, outcome }) => (claims(outcome) ? [ids[id] ?? ''] : [])));
        const total = (outcome: ActivityOutcome) => sum(rows.map((row) => row[outcome]));
        expect(total('stored') + total('dropped') + total('dropped_on_error') + total('erased')).toBe(claimed.size);
        expect(await idsOf('activity_receipts', datamart_id)).toEqual([...claimed].sort());
        const stored = await idsOf('activities', datamart_id);
        expect(stored).toHaveLength(total('stored'));
        expect(await identifiersOf(datamart_id)).toEqual(stored.map((id) => `${datamart_id}-${id}`));
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

const claims = (outcome?: AnalysisOutcome) => outcome !== 'duplicate';
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Saves the sums by hour that each gateway has accepted so far. */
async function reportUpTo(datamart_id: string, accepted: { hour: number; gateway: number }[]): Promise<void> {
  for (const gateway of [0, 1])
    for (const hour of [0, 1, 2]) {
      const count = accepted.filter((one) => one.gateway === gateway && one.hour === hour).length;
      if (count > 0)
        await accept({ datamart_id, hour_ts: hour_ts - hour * hourMs, accepted: count }, `gateway ${gateway}`);
    }
}

/** Delivers like a consumer with crashes: it skips no message, and restarts at a committed offset. */
async function deliver(log: Message[][], cuts: { partition: number; start: number; length: number }[]): Promise<void> {
  const done = [0, 0];
  for (const { partition, start, length } of cuts) {
    const first = Math.min(start, done[partition] ?? 0);
    const batch = (log[partition] ?? []).slice(first, first + length);
    if (batch.length > 0) await store(batch);
    done[partition] = Math.max(done[partition] ?? 0, first + batch.length);
  }
  const rests = log.map((messages, partition) => messages.slice(done[partition]));
  // Concurrently: different processes consume the partitions.
  await Promise.all(rests.filter((rest) => rest.length > 0).map(store));
}
