import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { activityStored } from '@tributary/contracts/topics/topics';
import { aMessage, anActivity, anEnd, anErasure, aSegmentChange } from '../messages.js';
import { completeBackfill, type TestStore } from '../stores.js';

const dayMs = 86_400_000;

/** Facts that outlive the store which is opened on them. */
interface StoredFacts {
  open: (options: { now: () => number }) => Promise<TestStore>;
  remove: () => Promise<void>;
}

let stored: StoredFacts;
let opened: TestStore | undefined;
let now: number;

/** Opens the store, or opens it again. */
async function open() {
  await opened?.close();
  opened = await stored.open({ now: () => now });
  return opened;
}

/** A store that is complete up to offset 9 of partition 0, at the time 1,000. */
async function complete() {
  const test = await open();
  await test.store.storeActivities([aMessage({ time: 1_000, offset: 9 })]);
  await completeBackfill(test.store);
  return test;
}

async function request(store: TestStore['store']): Promise<string> {
  const due = String(await store.nextBackfill());
  await store.markBackfillRequested(due);
  return due;
}

/** Checks how a store notices missing messages, and how a backfill closes the gap. */
export function checkGaps(prepare: () => Promise<StoredFacts>): void {
  beforeEach(async () => {
    now = Date.now();
    stored = await prepare();
  });
  afterEach(async () => {
    await opened?.close();
    opened = undefined;
    await stored.remove();
  });

  describe('a gap of offsets', () => {
    it('is logged, holds the watermark, and is closed once all messages of its backfill are applied', async () => {
      const { store, count, logged } = await complete();
      await store.storeActivities([aMessage({ time: 9_000, offset: 15, since: 12 })]);
      expect(logged()).toMatch(
        /"level":50.*"partition":0,"missing":"2".*2 messages of tracking\.activity-stored\.v1\/0/,
      );
      expect([await store.gaps(), await store.watermark('1'), await count()]).toEqual([1, 1_000, 2]);
      const due = await request(store);
      await store.storeActivities([aMessage({ id: `${due}/0/2026-11-20/0`, time: 9_500, offset: 16 })]);
      await store.endBackfills([anEnd(due, 2)]);
      expect([await store.nextBackfill(), await store.gaps(), await store.watermark('1')]).toEqual([
        undefined,
        1,
        1_000,
      ]);
      await store.storeActivities([aMessage({ id: `${due}/0/2026-11-20/1`, time: 9_600, offset: 17 })]);
      expect([await store.nextBackfill(), await store.gaps(), await store.watermark('1')]).toEqual([
        undefined,
        0,
        9_600,
      ]);
    });

    it('is noticed where the bus resumes, even if no message follows, on any topic', async () => {
      const { store, logged } = await complete();
      await store.eraseUserPoints([anErasure([randomUUID()], { offset: 4 })]);
      await store.resume('tracking.user-point-erased.v1', [{ partition: 0, offset: 5n }]);
      expect(await store.gaps()).toBe(0);
      await store.resume('tracking.user-point-erased.v1', [{ partition: 0, offset: 7n }]);
      expect(logged()).toContain('2 messages of tracking.user-point-erased.v1/0');
      expect(await store.gaps()).toBe(1);
      // Noticed once: the message from there on is in its place.
      await store.eraseUserPoints([anErasure([randomUUID()], { offset: 7 })]);
      expect(await store.gaps()).toBe(1);
    });

    it('is noticed in a partition without messages so far, from where the bus resumed first', async () => {
      const { store } = await complete();
      await store.resume(activityStored.name, [{ partition: 3, offset: 40n }]);
      await (await open()).store.resume(activityStored.name, [{ partition: 3, offset: 40n }]);
      expect(await opened?.store.gaps()).toBe(0);
      await opened?.store.storeActivities([aMessage({ partition: 3, offset: 41, time: now + 5_000 })]);
      expect(await opened?.store.gaps()).toBe(1);
      expect(await opened?.store.watermark('1')).toBe(now);
    });

    it.each([
      ['the next message', { offset: 10 }],
      ['a message after dead letters of the same process', { offset: 14, since: 10 }],
      ['a message that is delivered again with those before it', { offset: 12, since: 3 }],
      ['the first message of a partition', { partition: 1, offset: 500 }],
      ['a message without a position, as in process', {}],
    ])('is not seen in %s', async (_case, position) => {
      const { store, logged } = await complete();
      await store.storeActivities([aMessage(position)]);
      expect([await store.gaps(), logged().includes('missing in reports')]).toEqual([0, false]);
    });

    it('is not seen after a dead letter, also when the process restarts behind it', async () => {
      const { store } = await complete();
      const { topic, time, position } = aMessage({ offset: 10 });
      await store.pass([{ topic, time, ...(position && { position }) }]);
      await (await open()).store.storeActivities([aMessage({ offset: 11 })]);
      expect(await opened?.store.gaps()).toBe(0);
      // Control: without the dead letter.
      await opened?.store.storeActivities([aMessage({ offset: 13 })]);
      expect(await opened?.store.gaps()).toBe(1);
    });

    it('survives a crash before and after its backfill is assigned, which is requested under one id', async () => {
      await (await complete()).store.storeActivities([aMessage({ offset: 20 })]);
      const due = await (await open()).store.nextBackfill();
      expect(due).toEqual(expect.any(String));
      expect(await (await open()).store.nextBackfill()).toBe(due);
      await opened?.store.markBackfillRequested(String(due));
      expect(await (await open()).store.nextBackfill()).toBeUndefined();
      expect(await opened?.store.gaps()).toBe(1);
    });

    it('shares a backfill with the others, and a later gap waits for the next one', async () => {
      const { store } = await complete();
      await store.resume(activityStored.name, [
        { partition: 1, offset: 5n },
        { partition: 2, offset: 5n },
      ]);
      await store.storeActivities([20, 30, 40].map((offset) => aMessage({ offset })));
      await store.storeActivities([aMessage({ partition: 1, offset: 9 })]);
      expect(await store.gaps()).toBe(4);
      const first = await request(store);
      await store.storeActivities([aMessage({ partition: 2, offset: 9 })]);
      expect(await store.nextBackfill()).toBeUndefined();
      await store.endBackfills([anEnd(first, 0)]);
      const second = await store.nextBackfill();
      expect(second).not.toBe(first);
      expect([typeof second, await store.gaps()]).toEqual(['string', 1]);
    });

    it('has another backfill when the first has not ended after a day', async () => {
      const { store } = await complete();
      await store.storeActivities([aMessage({ offset: 20 })]);
      const first = await request(store);
      now += dayMs - 1;
      expect(await store.nextBackfill()).toBeUndefined();
      now += 2;
      expect(await request(store)).not.toBe(first);
      await store.endBackfills([anEnd(first, 0)]);
      expect([await store.nextBackfill(), await store.gaps()]).toEqual([undefined, 1]);
    });

    it('ends memberships that its backfill does not confirm, because their removal was missed', async () => {
      const { store, facts } = await complete();
      const [kept, removed, later] = [randomUUID(), randomUUID(), randomUUID()];
      const members = async () =>
        (await facts()).filter((fact) => fact.endsWith('a member')).map((fact) => fact.split('/')[0]);
      await store.changeSegments([
        aSegmentChange([{ user_point_id: kept }, { user_point_id: removed }], { offset: 0 }),
      ]);
      await store.changeSegments([aSegmentChange([{ user_point_id: later, version: 8 }], { offset: 2 })]);
      const due = await request(store);
      await store.changeSegments([
        aSegmentChange([{ user_point_id: kept }, { user_point_id: later, version: 8 }], {
          id: `${due}/0/memberships/0`,
        }),
      ]);
      expect(await members()).toEqual([kept, removed, later].sort());
      await store.endBackfills([anEnd(due, 1)]);
      await store.nextBackfill();
      expect(await members()).toEqual([kept, later].sort());
    });
  });

  describe('a topic that was recreated or cut off', () => {
    it('loses no message, even with an older time, and a backfill is requested', async () => {
      const { store, count, logged } = await complete();
      await store.storeActivities([
        aMessage({ offset: 0, time: 500 }),
        aMessage({ offset: 1, since: 0, time: 400 }),
        aMessage({ offset: 2, since: 0, time: 2_000 }),
      ]);
      expect([await count(), await store.gaps()]).toEqual([4, 1]);
      expect(logged()).toContain('recreated or cut off');
      await store.storeActivities([aMessage({ offset: 5 })]);
      expect(await store.gaps()).toBe(2);
    });

    it('is not seen in messages that are delivered again', async () => {
      const { store, count } = await complete();
      const again = aMessage({ offset: 10, activities: [anActivity()] });
      await store.storeActivities([again, aMessage({ offset: 11 })]);
      await store.storeActivities([again]);
      expect([await count(), await store.gaps()]).toEqual([3, 0]);
    });
  });
}
