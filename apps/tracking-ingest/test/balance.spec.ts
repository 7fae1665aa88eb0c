import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Received } from '@tributary/bus/message';
import { hourMs, type AcceptedTally } from '@tributary/contracts/activities-accepted';
import type { ActivityReceived } from '@tributary/contracts/activity';
import { activityReceived } from '@tributary/contracts/topics';
import { Metrics } from '@tributary/runtime/metrics';
import fc from 'fast-check';
import { ActivitiesRepository } from '../src/activities/activities.repository.js';
import { DayPartitions } from '../src/activities/day-partitions.js';
import { screenActivities } from '../src/activities/screen-activities.js';
import { BalanceRepository } from '../src/balance/balance.repository.js';
import { BalanceWatch } from '../src/balance/balance-watch.js';
import { printBalance } from '../src/balance/print-balance.js';
import { startTrackingDatabase, type TrackingDatabase } from './tracking-database.js';

type Message = Received<ActivityReceived>;

let database: TrackingDatabase;
let activities: ActivitiesRepository;
let balance: BalanceRepository;
beforeAll(async () => {
  database = await startTrackingDatabase();
  activities = new ActivitiesRepository(database.dataSource, new DayPartitions(database.dataSource));
  balance = new BalanceRepository(database.dataSource);
});
afterAll(() => database.stop());

const now = Math.floor(Date.now() / hourMs) * hourMs;
/** The hour before the last: it is over. */
const hour_ts = now - 2 * hourMs;

let datamarts = 0;
const aDatamart = () => String(++datamarts);

interface Place {
  datamart_id: string;
  partition: number;
  offset: number;
  activity_id?: string;
  received_ts?: number;
}

function aMessage({
  datamart_id,
  partition,
  offset,
  activity_id = randomUUID(),
  received_ts = hour_ts,
}: Place): Message {
  const identifiers = [{ type: 'USER_AGENT' as const, value: `${datamart_id}-${activity_id}` }];
  const value = { datamart_id, activity_id, received_ts, identifiers, body: '{"$type":"TOUCH"}' };
  const position = { partition, offset: BigInt(offset) };
  return { topic: activityReceived.name, key: `${datamart_id}|`, value, id: activity_id, time: received_ts, position };
}

/** As the handler does it. */
async function store(batch: Message[]): Promise<void> {
  const { accepted } = screenActivities(batch, Date.now(), 396);
  await activities.insertMany(accepted, Date.now(), batch);
}

const someMessages = (datamart_id: string, partition: number, count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => aMessage({ datamart_id, partition, offset: first + index }));

const accept = (tally: Partial<AcceptedTally> & { datamart_id: string }, instance = 'a gateway') =>
  balance.keepAccepted([{ instance, tallies: [{ hour_ts, accepted: 0, unsure: 0, ...tally }] }]);

const balanceOf = async (datamart_id: string) =>
  (await balance.list(0)).filter((row) => row.datamart_id === datamart_id);

let partitions = 0;
const aPartition = () => ++partitions;

describe('the balance of an hour', () => {
  it('is even when all that was accepted has come to an end', async () => {
    const datamart_id = aDatamart();
    const batch = someMessages(datamart_id, aPartition(), 5);
    await accept({ datamart_id, accepted: 6 });
    await store([...batch, { ...(batch[0] as Message), position: { partition: partitions, offset: 5n } }]);
    expect(await balanceOf(datamart_id)).toEqual([
      { datamart_id, hour_ts, accepted: 6, unsure: 0, stored: 5, duplicate: 1, erased: 0, rejected: 0, difference: 0 },
    ]);
  });

  it('shows an activity that was removed on its way', async () => {
    const datamart_id = aDatamart();
    const [, ...arrived] = someMessages(datamart_id, aPartition(), 5);
    await accept({ datamart_id, accepted: 5 });
    await store(arrived);
    expect(await balanceOf(datamart_id)).toMatchObject([{ accepted: 5, stored: 4, difference: 1 }]);
  });

  it('shows an activity that nobody accepted', async () => {
    const datamart_id = aDatamart();
    await accept({ datamart_id, accepted: 4 });
    await store(someMessages(datamart_id, aPartition(), 5));
    expect(await balanceOf(datamart_id)).toMatchObject([{ difference: -1 }]);
  });

  it('counts a message once that comes again after a crash, in whatever company, and what is new beside it', async () => {
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
    expect(await balanceOf(datamart_id)).toMatchObject([{ stored: 10, duplicate: 0 }]);
  });

  it('counts on when the topic was made anew and its offsets begin again', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    await store(someMessages(datamart_id, partition, 5, 1_000));
    await store([aMessage({ datamart_id, partition, offset: 0, received_ts: hour_ts + 1 })]);
    await store([aMessage({ datamart_id, partition, offset: 1, received_ts: hour_ts + 1 })]);
    expect(await balanceOf(datamart_id)).toMatchObject([{ stored: 7 }]);
  });

  it('counts a dead letter once, however often it is told, and also one that nobody can read', async () => {
    const datamart_id = aDatamart();
    const letters = [1, 2].map((offset) => aMessage({ datamart_id, partition: 1, offset }));
    await balance.keepRejected(letters);
    await balance.keepRejected([...letters, { key: 'no key of ours', id: 'x', time: hour_ts }]);
    // As the in-process bus tells it: one activity that was sent twice.
    const twice = [1, 2].map((time) => ({ key: `${datamart_id}|`, id: 'y', time: hour_ts + time }));
    for (const told of [twice, twice]) await balance.keepRejected(told);
    expect(await balanceOf(datamart_id)).toMatchObject([{ rejected: 4, difference: -4 }]);
    expect(await balanceOf('0')).toMatchObject([{ rejected: 1 }]);
  });

  it('is not counted when what was to be stored was not', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    const good = someMessages(datamart_id, partition, 2);
    const poison = aMessage({ datamart_id, partition, offset: 2, activity_id: 'no uuid' });
    await expect(store([...good, poison])).rejects.toThrow();
    expect(await balanceOf(datamart_id)).toEqual([]);
    await store(good);
    expect(await balanceOf(datamart_id)).toMatchObject([{ stored: 2 }]);
  });

  it('is shown by the metrics, and printed', async () => {
    const datamart_id = aDatamart();
    await accept({ datamart_id, accepted: 3 });
    await store(someMessages(datamart_id, aPartition(), 1));
    const metrics = new Metrics('tracking-ingest');
    const watch = new BalanceWatch({ balance, metrics, onError: () => undefined });
    await watch.addUp(now);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(new RegExp(`tributary_balance_datamart_difference\\{datamart="${datamart_id}",[^}]*\\} 2\n`));
    expect(Number(/tributary_balance_missing_activities\{[^}]*\} (\d+)/.exec(text)?.[1])).toBeGreaterThanOrEqual(2);
    const printed = (await printBalance(database.postgres.url, 3, now)).split('\n');
    const hour = new Date(hour_ts).toISOString().slice(0, 13);
    expect(printed).toContain([hour, datamart_id, 3, 0, 1, 0, 0, 0, 2].join('\t'));
  });
});

/** What two gateways have told, one after the other, and the messages of two partitions, with ids that repeat. */
const history = fc.record({
  log: fc.array(fc.record({ id: fc.nat(12), hour: fc.nat(2), partition: fc.nat(1), gateway: fc.nat(1) }), {
    minLength: 1,
    maxLength: 30,
  }),
  cuts: fc.array(fc.record({ partition: fc.nat(1), start: fc.nat(20), length: fc.integer({ min: 1, max: 12 }) }), {
    maxLength: 8,
  }),
  tellings: fc.array(fc.nat(29), { maxLength: 8 }),
});

describe('the balance, in any order', () => {
  it('is even whatever is told twice, late, or comes again, and counts each record of the log once', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ log, cuts, tellings }) => {
        const datamart_id = aDatamart();
        const ids = Array.from({ length: 13 }, () => randomUUID());
        const bases = [aPartition(), aPartition()];
        const own = [0, 1].map((index) => log.filter(({ partition }) => partition === index));
        const messages = own.map((entries, index) =>
          entries.map(({ id, hour }, offset) =>
            aMessage({
              ...{ datamart_id, offset, partition: bases[index] ?? 0 },
              ...{ activity_id: ids[id] ?? '', received_ts: hour_ts - hour * hourMs },
            }),
          ),
        );
        const tell = (end: number) => tellUpTo(datamart_id, log.slice(0, end));
        for (const end of tellings) await tell(end);
        await deliver(messages, cuts);
        await tell(log.length);
        for (const end of tellings) await tell(end);
        const rows = await balanceOf(datamart_id);
        expect(rows.map(({ difference }) => difference)).toEqual(rows.map(() => 0));
        expect(sum(rows.map(({ accepted }) => accepted))).toBe(log.length);
        expect(sum(rows.map(({ stored }) => stored))).toBe(new Set(log.map(({ id }) => id)).size);
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Each gateway's sums by hour, of what it has accepted so far. */
async function tellUpTo(datamart_id: string, accepted: { hour: number; gateway: number }[]): Promise<void> {
  for (const gateway of [0, 1])
    for (const hour of [0, 1, 2]) {
      const count = accepted.filter((one) => one.gateway === gateway && one.hour === hour).length;
      if (count > 0)
        await accept({ datamart_id, hour_ts: hour_ts - hour * hourMs, accepted: count }, `gateway ${gateway}`);
    }
}

/** As a consumer that crashes now and then does: it never skips, and begins anew wherever it had committed. */
async function deliver(log: Message[][], cuts: { partition: number; start: number; length: number }[]): Promise<void> {
  const done = [0, 0];
  for (const { partition, start, length } of cuts) {
    const first = Math.min(start, done[partition] ?? 0);
    const batch = (log[partition] ?? []).slice(first, first + length);
    if (batch.length > 0) await store(batch);
    done[partition] = Math.max(done[partition] ?? 0, first + batch.length);
  }
  const rests = log.map((messages, partition) => messages.slice(done[partition]));
  // At once: the partitions are consumed by different processes.
  await Promise.all(rests.filter((rest) => rest.length > 0).map(store));
}
