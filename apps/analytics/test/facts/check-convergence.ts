import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anEnd } from '../messages.js';
import type { TestStore } from '../stores.js';
import {
  deliver,
  endBackfill,
  takeRequest,
  TrackingModel,
  type FactMessage,
  type Operation,
} from './tracking-model.js';

const person = fc.nat(7);
const anOperation: fc.Arbitrary<Operation> = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('activity' as const), person }), weight: 4 },
  fc.record({ kind: fc.constantFrom('merge' as const, 'join', 'leave'), person, other: fc.nat(7) }),
  { arbitrary: fc.record({ kind: fc.constant('join' as const), person, other: fc.nat(2) }), weight: 2 },
  fc.record({ kind: fc.constant('erase' as const), person }),
  fc.record({ kind: fc.constant('delete-segment' as const), other: fc.nat(2) }),
  fc.record({ kind: fc.constant('again' as const), activity: fc.nat(12), person }),
);
const operations = fc.array(anOperation, { maxLength: 14 });
/** Places messages by sorting them by these numbers. */
const places = fc.array(fc.nat(1_000), { minLength: 200, maxLength: 200 });

const shuffled = <T>(items: T[], by: number[]) =>
  items
    .map((item, index) => [by[index % by.length] ?? 0, item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);

/** Checks that the facts of a store are those of tracking's database, after a loss and in any order of messages. */
export function checkConvergence(open: () => Promise<TestStore>, numRuns: number): void {
  const runs = { numRuns };
  const withStore = async (work: (test: TestStore) => Promise<void>) => {
    const test = await open();
    try {
      await work(test);
    } finally {
      await test.close();
    }
  };

  describe('the facts after a restore', () => {
    interface Restore {
      before: Operation[];
      lost: Operation[];
      after: Operation[];
      early: number[];
      late: number[];
      /** How many of the operations are committed when the backfill reads the database. */
      read: number;
      /** How many of the messages arrive before the backfill. */
      first: number;
    }
    const aRestore: fc.Arbitrary<Restore> = fc.record({
      before: operations,
      lost: operations,
      after: operations,
      early: places,
      late: places,
      read: fc.nat(14),
      first: fc.nat(40),
    });

    /** Facts and the database, once old and new messages have arrived in any order, with those of a backfill among them. */
    async function restore(
      test: TestStore,
      { stamps }: { stamps: boolean },
      { before, lost, after, ...order }: Restore,
    ) {
      const first = new TrackingModel();
      const old = before.flatMap((operation) => first.run(operation));
      const backup = first.restored(1);
      old.push(...lost.flatMap((operation) => first.run(operation)));
      // The first message of the new timeline is that of its start.
      const announced = anEnd('restored', 0, { timeline: 1 });
      const changes = after.map((operation) => backup.run(operation));
      const all = shuffled<FactMessage>([...old, ...changes.flat()], order.early);
      const unstamped = <M extends { timeline?: number }>(message: M) => {
        if (!stamps) delete message.timeline;
        return message;
      };
      const early = all.slice(0, order.first);
      for (const message of early) await deliver(test, unstamped(message));
      await test.store.endBackfills([unstamped(announced)]);
      const request_id = (await takeRequest(test)) ?? '';
      // It reads the database after its request, and so after everything that arrived before that.
      const arrived = changes.findLastIndex((messages) => messages.some((message) => early.includes(message))) + 1;
      const snapshot = snapshotOf({ before, after: after.slice(0, Math.max(order.read, arrived)) });
      const pages = snapshot.backfill(request_id);
      for (const message of shuffled([...all.slice(order.first), ...pages], order.late))
        await deliver(test, unstamped(message));
      await test.store.endBackfills([unstamped(anEnd(request_id, pages.length, { timeline: 1 }))]);
      await test.store.nextBackfill();
      return { facts: await test.facts(), database: backup.facts(), gaps: await test.store.gaps() };
    }

    function snapshotOf({ before, after }: { before: Operation[]; after: Operation[] }): TrackingModel {
      const first = new TrackingModel();
      for (const operation of before) first.run(operation);
      const restored = first.restored(1);
      for (const operation of after) restored.run(operation);
      return restored;
    }

    it('are those of the database, in any order of old messages, new ones and those of the backfill', async () => {
      await fc.assert(
        fc.asyncProperty(aRestore, (given) =>
          withStore(async (test) => {
            const { facts, database, gaps } = await restore(test, { stamps: true }, given);
            expect([facts, gaps]).toEqual([database, 0]);
          }),
        ),
        runs,
      );
    });

    it('would differ if messages did not say which timeline they belong to', async () => {
      const equal = fc.asyncProperty(aRestore, (given) =>
        withStore(async (test) => {
          const { facts, database } = await restore(test, { stamps: false }, given);
          expect(facts).toEqual(database);
        }),
      );
      expect((await fc.check(equal, { ...runs, endOnFailure: true })).failed).toBe(true);
    });
  });

  describe('the facts after a gap', () => {
    const topics = ['tracking.activity-stored.v1', 'tracking.segment-changed.v1', 'tracking.segment-deleted.v1'];
    const aHistory = fc.record({ done: operations, missed: operations, later: operations, late: places });

    it('are those of the database, with all erasures, removals and deletions of segments that were missed', async () => {
      let lacking = 0;
      await fc.assert(
        fc.asyncProperty(aHistory, ({ done, missed, later, late }) =>
          withStore(async (test) => {
            const database = new TrackingModel();
            const request_id = (await takeRequest(test)) ?? '';
            await endBackfill(test, request_id, 0, 0);
            for (const message of done.flatMap((operation) => database.run(operation))) await deliver(test, message);
            for (const topic of topics) await test.store.resume(topic, [{ partition: 0, offset: 0n }]);
            const lost = missed.flatMap((operation) => database.run(operation));
            for (const topic of topics)
              await test.store.resume(topic, [{ partition: 0, offset: BigInt(1 + lost.length) }]);
            if (JSON.stringify(await test.facts()) !== JSON.stringify(database.facts())) lacking++;
            const due = (await takeRequest(test)) ?? '';
            const pages = database.backfill(due);
            const live = later.flatMap((operation) => database.run(operation));
            for (const message of shuffled([...pages, ...live], late)) await deliver(test, message);
            await endBackfill(test, due, pages.length, 0);
            expect([await test.facts(), await test.store.gaps()]).toEqual([database.facts(), 0]);
          }),
        ),
        runs,
      );
      // Control: before the backfill they lack something.
      expect(lacking).toBeGreaterThan(runs.numRuns / 4);
    });
  });

  describe('a new store that reads activities which were published before an erasure', () => {
    it.each([
      ['has none of them after its backfill', true],
      ['would keep them if the backfill left the erasures out', false],
    ])('%s', async (_case, withErasures) => {
      await withStore(async (test) => {
        const database = new TrackingModel();
        const backlog = [0, 2, 4].flatMap((one) => database.run({ kind: 'activity', person: one }));
        database.run({ kind: 'merge', person: 2, other: 4 });
        // Its consumer has read the erasure before the store was replaced.
        database.run({ kind: 'erase', person: 2 });
        const due = (await takeRequest(test)) ?? '';
        const pages = database.backfill(due).filter(({ id }) => withErasures || !id.includes('/erasures/'));
        const [first, ...rest] = backlog;
        for (const message of [...(first ? [first] : []), ...pages, ...rest]) await deliver(test, message);
        await endBackfill(test, due, pages.length, 0);
        const kept = await test.facts();
        if (withErasures) expect(kept).toEqual(database.facts());
        else expect(kept.length).toBeGreaterThan(database.facts().length);
      });
    });
  });
}
