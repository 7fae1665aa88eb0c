import { describe, expect, it } from '@jest/globals';
import { aTopic } from '../bus-harness.js';
import type { Publication } from './cluster-load.js';
import { expectOrderPerKey, percentile, writtenTwice } from './publication-checks.js';

const partition = { name: 'a/0', topic: aTopic(), partition: 0, replicas: [1], minInSync: 1 };
const aPublication = (step: number, outcome: Partial<Publication> = {}): Publication => {
  return { id: `k/${step}`, key: 'k', step, partition, start: 0, ms: 1, ...outcome };
};
const publications = [0, 1, 2].map((step) => aPublication(step));

describe('the checks of publications', () => {
  it.each([
    ['in order', ['k/0', 'k/1', 'k/2']],
    ['repeated behind their first delivery', ['k/0', 'k/1', 'k/0', 'k/2', 'k/1']],
  ])('accept messages %s', (_case, ids) => expect(() => expectOrderPerKey(publications, ids)).not.toThrow());

  it('find a message behind a later one of its key', () => {
    expect(() => expectOrderPerKey(publications, ['k/0', 'k/2', 'k/1'])).toThrow('k/2 stands before k/1');
  });

  it('expect nothing of the order of a refused message', () => {
    const refused = [publications[0]!, aPublication(1, { error: new Error('refused') }), publications[2]!];
    expect(() => expectOrderPerKey(refused, ['k/0', 'k/2', 'k/1'])).not.toThrow();
  });

  it('find a message that is written twice', () => {
    expect(writtenTwice(publications, ['k/0', 'k/1', 'k/2'])).toEqual([]);
    expect(writtenTwice(publications, ['k/0', 'k/1', 'k/1', 'k/2'])).toEqual(['k/1']);
  });

  it.each([
    ['one slow publication of a hundred', [...Array<number>(99).fill(1), 900], 1],
    ['two', [...Array<number>(98).fill(1), 900, 900], 900],
  ])('with %s', (_case, times: number[], expected) => {
    expect(
      percentile(
        times.map((ms) => aPublication(0, { ms })),
        0.99,
      ),
    ).toBe(expected);
  });

  it('count refused publications as endless', () => {
    expect(percentile([aPublication(0), aPublication(1, { error: new Error('refused') })], 0.99)).toBe(Infinity);
  });
});
