import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SuspectBatch } from './suspect-log.js';
import { batchesOf, markOf } from './suspect-mark.js';

const own = { group: 'store', topic: 'activities' };
const batch = (messages: string[], wasSuspect: boolean, time = 1): SuspectBatch => ({
  ...own,
  messages,
  wasSuspect,
  time,
});

/** The batches that the next owner of the partition reads, after these ends of a process, one after the other. */
function readAfter(ends: SuspectBatch[]): SuspectBatch[] {
  return ends.reduce<SuspectBatch[]>((earlier, end) => batchesOf(markOf(end, earlier).metadata, own), []);
}

describe('the mark of a partition', () => {
  it('names the records of a batch', () => {
    const mark = markOf(batch(['2/10/0', '2/10/1', '2/12'], false), []);
    expect(mark).toMatchObject({ partition: 2, offset: '10' });
    expect(batchesOf(mark.metadata, own)).toEqual([batch(['2/10', '2/11', '2/12'], false), batch([], true)]);
  });

  it('keeps the range, and every message of it that blocked alone, the newest last', () => {
    const alone = ['2/11', '2/10/3', '2/11'].map((name, index) => batch([name], true, index + 2));
    const [range, proven] = readAfter([batch(['2/10/0', '2/11'], false), ...alone]);
    expect(range?.messages).toEqual(['2/10', '2/11']);
    expect(proven?.messages).toEqual(['2/10/3', '2/11']);
  });

  it('forgets both when another batch blocks', () => {
    const ends = [batch(['2/10', '2/11'], false), batch(['2/11'], true), batch(['2/20'], false)];
    expect(readAfter(ends)).toEqual([batch(['2/20'], false), batch([], true)]);
  });

  it('is never larger than Kafka takes: of more messages it keeps those that blocked last', () => {
    const offset = '9007199254740991';
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(99_999), { minLength: 160, maxLength: 300 }), (parts) => {
        const names = parts.map((part) => `2/${offset}/${part}`);
        let earlier = batchesOf(markOf(batch([`2/${offset}/0`], false), []).metadata, own);
        for (const name of names) {
          const { metadata } = markOf(batch([name], true), earlier);
          expect(Buffer.byteLength(metadata)).toBeLessThanOrEqual(4_096);
          earlier = batchesOf(metadata, own);
        }
        const kept = earlier[1]?.messages ?? [];
        expect(kept.length).toBeGreaterThan(100);
        expect(kept).toEqual(names.slice(-kept.length));
      }),
      { numRuns: 10 },
    );
  });

  it.each(['', '{ "damaged', '{"records":"1/2"}', '{"records":"1/3-2x","proven":[],"time":1}'])(
    'names nothing if it reads %j',
    (metadata) => {
      expect(batchesOf(metadata, own).flatMap(({ messages }) => messages)).toEqual([]);
    },
  );
});
