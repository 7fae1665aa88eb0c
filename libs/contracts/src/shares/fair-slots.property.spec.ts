import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FairSlots, type NoSlot, type Slot, type SlotShare } from './fair-slots.js';

const limits = {
  held: 6,
  waiting: 6,
  shares: [
    { held: 4, waiting: 4 },
    { held: 3, waiting: 3 },
  ],
};
const maxWeight = 3;

/** Organisations and their datamarts. */
const paths = ['a', 'b', 'c'].flatMap((organisation) => ['1', '2'].map((datamart) => [organisation, datamart]));

type Step = { take: string[]; weight: number } | { release: number } | { abort: number };

const anyTake = fc.record({ take: fc.constantFrom(...paths), weight: fc.integer({ min: 1, max: maxWeight }) });
const anySteps = fc.array(
  fc.oneof(
    { arbitrary: anyTake, weight: 3 },
    { arbitrary: fc.record({ release: fc.nat() }), weight: 2 },
    { arbitrary: fc.record({ abort: fc.nat() }), weight: 1 },
  ),
  { maxLength: 60, size: 'max' },
);

interface Request {
  path: string[];
  weight: number;
  abort: AbortController;
  outcome?: Slot | NoSlot;
  isReleased: boolean;
}

/** A process that takes slots, and sees who holds and who waits. */
class Process {
  readonly requests: Request[] = [];
  private readonly slots = new FairSlots(limits);

  async take(path: string[], weight: number): Promise<Request> {
    const request: Request = { path, weight, abort: new AbortController(), isReleased: false };
    this.requests.push(request);
    void this.slots.take(path, weight, request.abort.signal).then((outcome) => (request.outcome = outcome));
    await nextTurn();
    return request;
  }

  async run(step: Step): Promise<void> {
    if ('take' in step) await this.take(step.take, step.weight);
    else if ('release' in step) await this.release(this.held()[step.release % this.held().length]);
    else this.waiting()[step.abort % this.waiting().length]?.abort.abort();
    await nextTurn();
  }

  async release(request: Request | undefined): Promise<void> {
    if (!request || typeof request.outcome !== 'object') return;
    request.isReleased = true;
    request.outcome.release();
    await nextTurn();
  }

  readonly held = (prefix: string[] = []) =>
    this.of(prefix).filter(({ outcome, isReleased }) => typeof outcome === 'object' && !isReleased);
  readonly waiting = (prefix: string[] = []) => this.of(prefix).filter(({ outcome }) => outcome === undefined);
  readonly weightOf = (prefix: string[]) => this.held(prefix).reduce((sum, { weight }) => sum + weight, 0);

  private readonly of = (prefix: string[]) =>
    this.requests.filter(({ path }) => prefix.every((key, level) => path[level] === key));
}

/** Each group of a path with its share. */
const groupsOf = (path: string[]): [prefix: string[], share: SlotShare & { waiting: number }][] =>
  [limits, ...limits.shares].map((share, length) => [path.slice(0, length), share]);

/** Runs the steps, and the law after each. */
const holdsAfterEach = (law: (process: Process, step: Step) => void) =>
  fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const process = new Process();
      for (const step of steps) {
        await process.run(step);
        law(process, step);
      }
    }),
  );

describe('the laws of slots', () => {
  it('never more is held, and never more requests wait, than the shares of all levels allow', async () => {
    await holdsAfterEach((process) => {
      const beyond = paths
        .flatMap(groupsOf)
        .filter(
          ([prefix, share]) => process.weightOf(prefix) > share.held || process.waiting(prefix).length > share.waiting,
        );
      expect(beyond).toEqual([]);
    });
  });

  it('requests of one path are served in their order', async () => {
    await holdsAfterEach((process) => {
      for (const path of paths) {
        const [oldest] = process.waiting(path);
        if (!oldest) continue;
        const younger = process.requests.slice(process.requests.indexOf(oldest));
        expect(younger.filter((other) => process.held(path).includes(other))).toEqual([]);
      }
    });
  });

  it('the oldest request waits only for slots that others hold', async () => {
    await holdsAfterEach((process) => {
      const [oldest] = process.waiting();
      if (!oldest) return;
      const lacks = groupsOf(oldest.path).map(
        ([prefix, share]) => process.weightOf(prefix) + oldest.weight > share.held,
      );
      expect(lacks).toContain(true);
    });
  });

  it('a request is refused only where as many wait as may', async () => {
    await holdsAfterEach((process, step) => {
      const last = process.requests.at(-1);
      if (!last || !('take' in step) || last.outcome !== 'FULL') return;
      const full = groupsOf(last.path).map(([prefix, share]) => process.waiting(prefix).length >= share.waiting);
      expect(full).toContain(true);
    });
  });

  it('no request starves, however many smaller ones keep coming', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, fc.infiniteStream(anyTake), async (steps, arrivals) => {
        const process = new Process();
        for (const step of steps) await process.run(step);
        const [oldest] = process.waiting();
        if (!oldest) return;
        for (const [prefix] of groupsOf(oldest.path).reverse())
          for (const holder of process.held(prefix)) {
            if (holder === oldest) continue;
            await process.release(holder);
            for (const arrival of arrivals.take(holder.weight)) await process.take(arrival.take, 1);
          }
        expect(typeof oldest.outcome).toBe('object');
      }),
    );
  });

  it('after the last release and abort all slots are free', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const process = new Process();
        for (const step of steps) await process.run(step);
        while (process.held().length > 0) await process.release(process.held()[0]);
        expect(process.waiting()).toEqual([]);
        const whole = [await process.take(['a', '1'], 3), await process.take(['b', '1'], 3)];
        expect(whole.map(({ outcome }) => typeof outcome)).toEqual(['object', 'object']);
      }),
    );
  });
});
