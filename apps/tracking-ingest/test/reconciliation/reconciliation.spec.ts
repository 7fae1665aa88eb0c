import { DirectoryStore } from '@tributary/security/directory.store';
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@tributary/runtime/logger';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { hourMs } from '@tributary/contracts/rules/time-units';
import { ReconciliationWatch } from '../../src/reconciliation/reconciliation-watch.js';
import { printReconciliation } from '../../src/reconciliation/print-reconciliation.js';
import {
  type Message,
  database,
  reconciliation,
  now,
  hour_ts,
  aDatamart,
  type MessageOptions,
  aMessage,
  store,
  accept,
  analysisOutcomes,
  idsOf,
  identifiersOf,
  rowsOf,
  partitions,
  aPartition,
} from './reconciliation-fixture.js';

const someMessages = (datamart_id: string, partition: number, count: number, first = 0) =>
  Array.from({ length: count }, (_, index) => aMessage({ datamart_id, partition, offset: first + index }));

const settings = { ANALYSIS_MAX_WAIT: 30 * 60_000 };
const watchOf = (metrics: Metrics, directory = new DirectoryStore()) =>
  new ReconciliationWatch(reconciliation, directory, settings, metrics, createLogger('tested', 'silent'));

/** One of each outcome of analysis, then one that is stored. */
const endedMessages = (datamart_id: string, partition: number, first = 0) =>
  ([...analysisOutcomes, undefined] as const).map((outcome, index) =>
    aMessage({ datamart_id, partition, offset: first + index, outcome }),
  );

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
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => randomUUID());
    const ends = () => [
      next({ activity_id: a, analysis_id: first }),
      next({ activity_id: b, analysis_id: second, outcome: 'dropped' }),
      next({}),
    ];
    await accept({ datamart_id, accepted: 5 });
    await store(ends());
    await store(ends());
    await store([next({ activity_id: a, analysis_id: third })]);
    await store(ends().slice(0, 2));
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 3, dropped: 1, duplicate: 1, difference: 0 }]);
    // Ends of duplicates are published twice, too: of an activity that was analyzed again, and of one that waited.
    const again = () => [
      next({ activity_id: a, analysis_id: third }),
      next({ activity_id: b, analysis_id: fourth, outcome: 'duplicate' }),
    ];
    await accept({ datamart_id, accepted: 6 });
    for (const batch of [[...again(), ...again()], again()]) await store(batch);
    expect(await rowsOf(datamart_id)).toMatchObject([{ stored: 3, dropped: 1, duplicate: 2, difference: 0 }]);
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

  it('continues to count then, although the clock of a gateway was a day ahead', async () => {
    const datamart_id = aDatamart();
    const partition = aPartition();
    await store([aMessage({ datamart_id, partition, offset: 9, received_ts: Date.now() + 86_400_000 })]);
    await store([aMessage({ datamart_id, partition, offset: 0, received_ts: Date.now() + 600_000 })]);
    expect((await rowsOf(datamart_id)).map(({ stored }) => stored)).toEqual([1, 1]);
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
    const watch = watchOf(metrics);
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
    const watch = watchOf(metrics, directory);
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
