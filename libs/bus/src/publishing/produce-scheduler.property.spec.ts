import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { noLeader } from './cluster.js';
import { OutboundQueue } from './outbound-queue.js';
import { ProduceScheduler } from './produce-scheduler.js';
import { StandInCluster, LostAnswer } from '../../test/stand-in-cluster.js';

/** One step of a run: messages for some keys, then how requests end from here on, and who leads. */
const aStep = fc.record({
  keys: fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 30 }),
  failing: fc.array(fc.constantFrom('fine', 'refuse', 'lose the answer'), { minLength: 4, maxLength: 4 }),
  leaders: fc.array(fc.constantFrom(1, 2, noLeader), { minLength: 4, maxLength: 4 }),
});

describe('the order of a key', () => {
  it('holds for first writes under random failures, lost answers and moving leaders; all that is acknowledged is written', async () => {
    await fc.assert(fc.asyncProperty(fc.array(aStep, { minLength: 2, maxLength: 6 }), keepsOrder), { numRuns: 25 });
  }, 60_000);

  it('(control) the check notices a record that overtakes another of its key, and one that is lost', () => {
    expectFirstWritesInOrder(['1:0', '2:1', '1:2'], ['2:1', '1:0', '1:2', '1:0']);
    expect(() => expectFirstWritesInOrder(['1:0', '1:1'], ['1:1', '1:0', '1:1'])).toThrow();
    expect(() => expectFirstWritesInOrder(['1:0', '1:1'], ['1:0'])).toThrow();
  });
});

type Step = typeof aStep extends fc.Arbitrary<infer S> ? S : never;

async function keepsOrder(steps: Step[]): Promise<void> {
  const cluster = new StandInCluster([1, 2, 1, 2]);
  const outbound = new OutboundQueue({ deadlineMs: 20_000 });
  const scheduler = new ProduceScheduler<string>({ cluster, outbound, isDenied: () => false, report: () => {} });
  const published: string[] = [];
  const settled: Promise<void>[] = [];
  for (const { keys, failing, leaders } of steps) {
    cluster.leaders = leaders;
    cluster.outcome = async (leader, partition) => {
      for (let turn = 0; turn < 5; turn++) await nextTurn();
      if (leader !== cluster.leaders[partition] || leader === noLeader) return new Error('not the leader');
      if (failing[partition] === 'lose the answer') return new LostAnswer('lost');
      return failing[partition] === 'refuse' ? new Error('refused') : undefined;
    };
    for (const key of keys) {
      const record = `${key}:${published.length}`;
      published.push(record);
      settled.push(scheduler.accept('topic', [{ key: `k${key}`, record, bytes: 10 }]).settled);
      // So that messages arrive before, during and after a request.
      await nextTurn();
    }
    await sleep(20);
  }
  cluster.leaders = [2, 1, 2, 1];
  cluster.outcome = (leader, partition) => (leader === cluster.leaders[partition] ? undefined : new Error('moved'));
  await Promise.all(settled);
  expect(cluster.overlaps).toEqual([]);
  expectFirstWritesInOrder(
    published,
    cluster.written.flatMap(({ records }) => records),
  );
}

/** Records begin with their key. */
function expectFirstWritesInOrder(published: string[], written: string[]): void {
  for (let key = 0; key < 8; key++) {
    const ofKey = (records: string[]) => records.filter((record) => record.startsWith(`${key}:`));
    expect(ofKey([...new Set(written)])).toEqual(ofKey(published));
  }
}
