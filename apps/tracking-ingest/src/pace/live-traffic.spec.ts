import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { unavailable } from '@tributary/contracts/errors';
import { Metrics } from '@tributary/runtime/metrics/metrics';
import { LiveTraffic } from './live-traffic.js';
import { pace } from './import-pace.js';

const aboveBudgetMs = pace.leastBudgetMs + 10;

/** Time that passes only while everything sleeps. */
class VirtualTime {
  private ms = 0;
  private readonly sleepers: { until: number; wake: () => void }[] = [];

  readonly now = (): number => this.ms;
  readonly sleep = (ms: number): Promise<void> =>
    new Promise((wake) => void this.sleepers.push({ until: this.ms + ms, wake }));

  async pass(ms: number): Promise<void> {
    const end = this.ms + ms;
    for (;;) {
      await new Promise(setImmediate);
      const next = this.sleepers.toSorted((a, b) => a.until - b.until)[0];
      if (!next || next.until > end) break;
      this.sleepers.splice(this.sleepers.indexOf(next), 1);
      this.ms = next.until;
      next.wake();
    }
    this.ms = end;
  }
}

function aProcess() {
  const metrics = new Metrics('tracking-ingest');
  const time = new VirtualTime();
  const live = new LiveTraffic(metrics, { expectedMs: 2_000, settlingMs: 200 }, time);
  const readPace = async () =>
    Number(/^tributary_tracking_import_pace\S* (\S+)$/m.exec(await metrics.registry.metrics())?.[1]);
  const store = (ms: number) => live.store(1, () => time.sleep(ms));
  const apply = (ms: number) => live.applyLines(() => time.sleep(ms));
  return { live, time, readPace, store, apply };
}

describe('imports beside live activities', () => {
  it('slow down after a batch that took longer beside them than its budget', async () => {
    const { time, readPace, store, apply } = aProcess();
    void apply(100);
    void store(aboveBudgetMs);
    await time.pass(aboveBudgetMs);
    expect(await readPace()).toBe(0.8);
  });

  it('do not slow down after a batch that took as long without them (control)', async () => {
    const { time, readPace, store } = aProcess();
    void store(aboveBudgetMs);
    await time.pass(aboveBudgetMs);
    expect(await readPace()).toBe(1);
  });

  it('slow down also if they began or ended during the batch', async () => {
    const { time, readPace, store, apply } = aProcess();
    void store(aboveBudgetMs);
    await time.pass(5);
    void apply(5);
    await time.pass(aboveBudgetMs);
    expect(await readPace()).toBe(0.8);
  });

  it.each<[string, number, number, number]>([
    ['slow down also if they ended just before the batch, which may have waited for them', 40, 39, 0.8],
    ['do not slow down if they ended as long before as they took (control)', 40, 40, 1],
    ['do not slow down if they ended 200 ms before, however long they took (control)', 900, 200, 1],
  ])('%s', async (_case, workMs, laterMs, expected) => {
    const { time, readPace, store, apply } = aProcess();
    void apply(workMs);
    await time.pass(workMs + laterMs);
    void store(aboveBudgetMs);
    await time.pass(aboveBudgetMs);
    expect(await readPace()).toBe(expected);
  });

  it('do not slow down by a batch that fails', async () => {
    const { live, time, readPace, apply } = aProcess();
    const outage = unavailable('down');
    void apply(100);
    const failing = live.store(1, () => time.sleep(aboveBudgetMs).then(() => Promise.reject(outage)));
    const expected = expect(failing).rejects.toBe(outage);
    await time.pass(aboveBudgetMs);
    await expected;
    expect(await readPace()).toBe(1);
  });

  it('rest after all of their work, the failed too, and go on', async () => {
    const { live, time, store, apply } = aProcess();
    const order: string[] = [];
    void apply(100);
    void store(aboveBudgetMs);
    await time.pass(100);
    const failing = live.applyLines(() => Promise.reject(new Error('no')));
    const expected = expect(failing).rejects.toThrow('no');
    for (const name of ['a', 'b', 'c']) void live.applyLines(() => Promise.resolve(void order.push(name)));
    await time.pass(2_000);
    await expected;
    expect(order.toSorted()).toEqual(['a', 'b', 'c']);
  });
});

/** Always over the budget but for the first batch, which is without imports: at the least pace. */
async function atLeastPace() {
  const given = aProcess();
  void given.store(1);
  await given.time.pass(1);
  void given.apply(1_000);
  for (let batch = 0; batch < 20; batch++) {
    void given.store(40);
    await given.time.pass(40);
  }
  expect(await given.readPace()).toBe(pace.leastShare);
  await given.time.pass(1_000);
  return given;
}

describe('rests of imports', () => {
  it('follow each other, until lines would wait for more than a second', async () => {
    const { time, store, apply } = await atLeastPace();
    const start = time.now();
    const ends: number[] = [];
    void store(1);
    for (let one = 0; one < 8; one++) void apply(100).then(() => ends.push(time.now() - start));
    await time.pass(1_900);
    expect(ends.toSorted((a, b) => a - b)).toEqual([100, 100, 100, 100, 100, 500, 900, 1_300]);
  });

  it('are none for lines that have waited for more than a second', async () => {
    const { live, time, store } = await atLeastPace();
    const ends: number[] = [];
    void store(1);
    for (const waitedMs of [0, 901, 950])
      void live.applyLines(() => time.sleep(100), time.now() - waitedMs).then(() => ends.push(waitedMs));
    await time.pass(150);
    expect(ends).toEqual([901, 950]);
  });
});

describe('a pause of imports', () => {
  it.each<[string, number, number]>([
    ['ends when a live batch has passed without them', 20, 320],
    ['ends after a second if none has', 0, 1_100],
  ])('%s, and nothing is applied in it', async (_case, batchMs, expected) => {
    const { live, time, store, apply } = aProcess();
    void store(aboveBudgetMs);
    void apply(100);
    await time.pass(100);
    let started = 0;
    void live.applyLines(() => Promise.resolve(void (started = time.now())));
    await time.pass(200);
    if (batchMs > 0) void store(batchMs);
    await time.pass(2_000);
    expect(started).toBe(expected);
  });

  it('lasts until a batch has passed after those in progress, too', async () => {
    const { live, time, store, apply } = aProcess();
    void store(aboveBudgetMs);
    void apply(100);
    void apply(1_500);
    await time.pass(100);
    let started = 0;
    void live.applyLines(() => Promise.resolve(void (started = time.now())));
    await time.pass(1_650);
    void store(20);
    await time.pass(1_000);
    expect(started).toBe(1_770);
  });
});

it('the budget of live activities that always take 50 ms is learned, however an import is interleaved', async () => {
  const circumstances = fc.record({
    workMs: fc.integer({ min: 1, max: 800 }),
    atATime: fc.integer({ min: 1, max: 4 }),
    everyMs: fc.integer({ min: 10, max: 300 }),
  });
  const law = fc.asyncProperty(circumstances, async ({ workMs, atATime, everyMs }) => {
    const { time, readPace, store, apply } = aProcess();
    let isOver = false;
    const repeat = async (next: () => Promise<unknown>) => {
      while (!isOver) await next();
    };
    const arrive = () => {
      void store(50);
      return time.sleep(everyMs);
    };
    const all = [repeat(arrive), ...Array.from({ length: atATime }, () => repeat(() => apply(workMs)))];
    await time.pass(20_000);
    expect(await readPace()).toBe(1);
    isOver = true;
    await time.pass(5_000);
    await Promise.all(all);
  });
  await fc.assert(law, {
    numRuns: 10,
    examples: [[{ workMs: 1, atATime: 1, everyMs: 10 }], [{ workMs: 300, atATime: 2, everyMs: 20 }]],
  });
});
