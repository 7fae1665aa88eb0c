import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairSlots, type NoSlot, type Slot, type SlotLimits } from './fair-slots.js';

const never = new AbortController().signal;

/** Slots whose holders and waiting requests are counted by organisation. */
class Resource {
  readonly held = new Map<string, Slot[]>();
  readonly outcomes: [organisation: string, outcome: 'HELD' | NoSlot][] = [];
  private readonly slots: FairSlots;

  constructor(limits: Partial<SlotLimits> = {}) {
    this.slots = new FairSlots({ held: 16, waiting: 16, byOrganisation: true, shares: [{ held: 16 }], ...limits });
  }

  async take(organisation: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++)
      void this.slots.take([organisation], 1, never).then((slot) => {
        this.outcomes.push([organisation, typeof slot === 'string' ? slot : 'HELD']);
        if (typeof slot === 'object') this.held.set(organisation, [...(this.held.get(organisation) ?? []), slot]);
      });
    await nextTurn();
  }

  async release(organisation: string): Promise<void> {
    this.held.get(organisation)?.shift()?.release();
    await nextTurn();
  }

  count = (organisation: string) => this.held.get(organisation)?.length ?? 0;
  refused = (organisation: string) =>
    this.outcomes.filter(([of, outcome]) => of === organisation && outcome === 'FULL').length;
}

describe('slots by organisation', () => {
  it('are all for one that is alone', async () => {
    const resource = new Resource();
    await resource.take('a', 20);
    expect(resource.count('a')).toBe(16);
  });

  it('are at once there for each of four that come later, however many requests of the first wait', async () => {
    const resource = new Resource();
    await resource.take('b');
    await resource.take('a', 20);
    expect([resource.count('a'), resource.count('b')]).toEqual([11, 1]);
    for (const other of ['c', 'd', 'e', 'f']) await resource.take(other, 3);
    expect(['c', 'd', 'e', 'f'].map(resource.count)).toEqual([1, 1, 1, 1]);
  });

  it('(control) are not there without the rule', async () => {
    const resource = new Resource({ byOrganisation: false });
    await resource.take('b');
    await resource.take('a', 20);
    await resource.take('c');
    expect([resource.count('a'), resource.count('c')]).toEqual([15, 0]);
  });

  it('become equal among those that wait, as what is held ends', async () => {
    const resource = new Resource({ waiting: 1_000 });
    await resource.take('a', 100);
    await resource.take('b', 100);
    await resource.take('c', 100);
    for (let i = 0; i < 30; i++) await resource.release('a');
    expect(['a', 'b', 'c'].map(resource.count)).toEqual([4, 4, 4]);
  });

  it('of a few are had in turns', async () => {
    const resource = new Resource({ held: 1, shares: [{ held: 1 }] });
    await resource.take('a', 5);
    await resource.take('b', 2);
    const holders: string[] = [];
    for (let i = 0; i < 4; i++) {
      const holder = resource.count('a') > 0 ? 'a' : 'b';
      holders.push(holder);
      await resource.release(holder);
    }
    expect(holders).toEqual(['a', 'b', 'a', 'b']);
  });

  it('leave each organisation a place to wait', async () => {
    const resource = new Resource({ held: 1, shares: [{ held: 1 }] });
    await resource.take('b');
    await resource.take('a', 50);
    expect(resource.refused('a')).toBe(50 - 12);
    for (const other of ['c', 'd', 'e', 'f']) await resource.take(other);
    expect(['c', 'd', 'e', 'f'].map(resource.refused)).toEqual([0, 0, 0, 0]);
  });

  it('never leave one that holds none without a free slot, and none gets more than three quarters beside others', async () => {
    const step = fc.record({ of: fc.constantFrom('a', 'b', 'c', 'd'), isTake: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
        const resource = new Resource({ waiting: 1_000 });
        for (const organisation of ['a', 'b', 'c', 'd']) {
          await resource.take(organisation);
          await resource.release(organisation);
        }
        for (const { of, isTake } of steps) {
          await (isTake ? resource.take(of, 6) : resource.release(of));
          const counts = ['a', 'b', 'c', 'd'].map(resource.count);
          expect(Math.max(...counts)).toBeLessThanOrEqual(12);
          if (isTake) expect(resource.count(of)).toBeGreaterThan(0);
        }
      }),
      { numRuns: 40 },
    );
  });
});
