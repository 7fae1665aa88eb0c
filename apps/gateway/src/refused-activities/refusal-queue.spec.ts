import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusalQueue, type QueuedRefusal } from './refusal-queue.js';

interface Numbered extends QueuedRefusal {
  number: number;
}

const limits = { rows: 10, bytes: 100, totalBytes: 150 };
const refusals = fc
  .array(
    fc.record({
      datamart_id: fc.constantFrom('1', '2', '3'),
      sender: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.integer({ min: 1, max: 40 }),
    }),
    { maxLength: 80 },
  )
  .map((given) => given.map((one, number) => ({ ...one, number })));

const numbersOf = (taken: Numbered[]) => taken.map(({ number }) => number);

describe('the queue of refusals', () => {
  it('has each refusal or has counted it, within its limits, and the newest of each credential', () =>
    fc.assert(
      fc.property(refusals, (given) => {
        const queue = new RefusalQueue<Numbered>(limits);
        for (const one of given) queue.add(one);
        const taken = queue.take(Infinity, Infinity);
        const leftOut = queue.takeLeftOut();
        expect(queue.isEmpty).toBe(true);
        const size = (some: Numbered[]) => some.reduce((sum, { bytes }) => sum + bytes, 0);
        expect(size(taken)).toBeLessThanOrEqual(limits.totalBytes);
        for (const [datamart_id, own] of Map.groupBy(given, (one) => one.datamart_id)) {
          const kept = taken.filter((one) => one.datamart_id === datamart_id);
          expect(kept.length + (leftOut.get(datamart_id) ?? 0)).toBe(own.length);
          expect(kept.length).toBeLessThanOrEqual(limits.rows);
          expect(size(kept)).toBeLessThanOrEqual(limits.bytes);
          for (const [sender, sent] of Map.groupBy(own, (one) => one.sender)) {
            const keptOf = numbersOf(kept.filter((one) => one.sender === sender));
            expect(keptOf).toEqual(numbersOf(sent).slice(sent.length - keptOf.length));
          }
        }
      }),
    ));

  it('lets the oldest of the heaviest credential leave: a flood does not displace others', () => {
    const queue = new RefusalQueue<Numbered>(limits);
    queue.add({ datamart_id: '1', sender: 'rare', bytes: 1, number: 0 });
    for (let number = 1; number <= 100; number++) queue.add({ datamart_id: '1', sender: 'flood', bytes: 1, number });
    expect(numbersOf(queue.take(Infinity, Infinity))).toEqual([0, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
    expect(queue.takeLeftOut()).toEqual(new Map([['1', 91]]));
  });

  it('gives credentials and datamarts by turns', () => {
    const queue = new RefusalQueue<Numbered>(limits);
    for (const [number, name] of ['1a', '1a', '1b', '2a'].entries())
      queue.add({ datamart_id: name.charAt(0), sender: name.charAt(1), bytes: 1, number });
    expect(numbersOf(queue.take(2, Infinity))).toEqual([0, 3]);
    expect(numbersOf(queue.take(Infinity, 1))).toEqual([2]);
    expect(numbersOf(queue.take(Infinity, Infinity))).toEqual([1]);
  });
});
