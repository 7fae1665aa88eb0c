import { describe, expect, it } from '@jest/globals';
import { aPoint } from '../../../test/chart-drawings.js';
import { describeUnsliceable, mergeSmallest } from './slices.js';

describe('mergeSmallest', () => {
  it('makes one slice of those that have no colour, and keeps the order of the others', () => {
    const points = [aPoint('a', 1), aPoint('b', 9), aPoint('c', 2), aPoint('d', 5)];
    expect(mergeSmallest(points, 3)).toEqual([
      points[1],
      points[3],
      { key: null, label: '2 others', cells: [{ value: 3 }] },
    ]);
    expect(mergeSmallest(points, 4)).toEqual(points);
  });

  it('adds up what percentages were computed from', () => {
    const point = (key: string, value: number) => ({ key, cells: [{ value, count: value * 10 }] });
    const merged = mergeSmallest([point('a', 50), point('b', 30), point('c', 20)], 2);
    expect(merged.at(-1)?.cells).toEqual([{ value: 50, count: 500 }]);
  });
});

describe('describeUnsliceable', () => {
  it.each([
    ['values below 0', [4, -1], expect.stringContaining('below 0')],
    ['zeros', [0, 0, null], 'All values are 0.'],
    ['a zero beside others', [0, 3], undefined],
  ])('of %s', (_case, values, expected) =>
    expect(describeUnsliceable(values.map((value) => aPoint('a', value)))).toEqual(expected),
  );
});
