import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anySeries, aSeries, rowsOf } from '../../test/series.js';
import type { Reducer } from '../content/dataset.js';
import type { NumberResult, SeriesResult } from '../results/result.js';
import { join } from './join.js';
import { ratio, reduce } from './reduce.js';
import { toIndex } from './to-index.js';
import { toList } from './to-list.js';
import { toPercentages } from './to-percentages.js';

const aNumber = (value: number | null, title?: string): NumberResult => ({
  kind: 'number',
  value,
  ...(title !== undefined && { title }),
});
const total = ({ points }: SeriesResult) => points.reduce((sum, { cells }) => sum + (cells[0]?.value ?? 0), 0);

describe('join', () => {
  it('puts series side by side by key, without a value where a source lacks the key', () => {
    const joined = join([aSeries('users', ['a', 1], ['b', 2]), aSeries('visits', ['b', 20], [null, 30])]);
    expect(joined.titles).toEqual(['users', 'visits']);
    expect(rowsOf(joined)).toEqual([
      ['a', 1, null],
      ['b', 2, 20],
      [null, null, 30],
    ]);
  });

  it('keeps series of one name apart', () => {
    const joined = join([aSeries('users', ['a', 1]), aSeries('users', ['a', 2]), aSeries('users (2)', ['a', 3])]);
    expect(joined.titles).toEqual(['users', 'users (2)', 'users (2) (2)']);
    expect(rowsOf(joined)).toEqual([['a', 1, 2, 3]]);
  });

  it('takes the last value of a key that a source has twice', () => {
    expect(rowsOf(join([aSeries('users', ['a', 1], ['a', 2], ['a', null]), aSeries('x', ['a', 9])]))).toEqual([
      ['a', 2, 9],
    ]);
  });

  it('joins the next level too', () => {
    const [point] = join([aSeries('x', ['a', 1, [['k', 1]]]), aSeries('y', ['a', 2, [['k', 2]]])]).points;
    expect(point?.points).toEqual([{ key: 'k', cells: [{ value: 1 }, { value: 2 }] }]);
  });

  it('is commutative, but for the order of series and of points', () => {
    fc.assert(
      fc.property(anySeries('x'), anySeries('y'), (x, y) => {
        const sorted = (rows: unknown[][]) => new Map(rows.map(([key, ...values]) => [key, values]));
        const swapped = rowsOf(join([y, x])).map(([key, a, b]) => [key, b, a]);
        expect(sorted(rowsOf(join([x, y])))).toEqual(sorted(swapped));
      }),
    );
  });
});

describe('to-list', () => {
  it('names numbers by the series_title of their source', () => {
    const list = toList([aNumber(1, 'users'), aNumber(null), aNumber(3, 'visits')], 'total');
    expect([list.titles, rowsOf(list)]).toEqual([
      ['total'],
      [
        ['users', 1],
        ['2', null],
        ['visits', 3],
      ],
    ]);
  });

  it('holds numbers that reduce to their sum', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const list = toList(values.map((value) => aNumber(value)));
        expect(reduce(list, 'sum').value).toBe(values.reduce((sum, value) => sum + value, 0));
      }),
    );
  });
});

describe('to-percentages', () => {
  it('rounds to 2 digits and keeps the count', () => {
    expect(toPercentages(aSeries('users', ['a', 1], ['b', 2], ['c', null]))).toEqual({
      kind: 'series',
      titles: ['users'],
      points: [
        { key: 'a', cells: [{ value: 33.33, count: 1 }] },
        { key: 'b', cells: [{ value: 66.67, count: 2 }] },
        { key: 'c', cells: [{ value: null }] },
      ],
    });
  });

  it('has no percentages of a total of 0', () => {
    expect(toPercentages(aSeries('users', ['a', 0])).points).toEqual([
      { key: 'a', cells: [{ value: null, count: 0 }] },
    ]);
  });

  it('gives the next level percentages of the same total', () => {
    const [point] = toPercentages(aSeries('users', ['a', 3, [['x', 1]]], ['b', 1])).points;
    expect(point?.points).toEqual([{ key: 'x', cells: [{ value: 25, count: 1 }] }]);
  });

  it('adds up to 100, but for rounding', () => {
    fc.assert(
      fc.property(anySeries('x'), (series) => {
        fc.pre(total(series) > 0);
        expect(Math.abs(total(toPercentages(series)) - 100)).toBeLessThanOrEqual(0.005 * series.points.length + 1e-9);
      }),
    );
  });
});

describe('ratio', () => {
  it.each<[number | null, number | null, number | null]>([
    [37, 100, 0.37],
    [0, 5, 0],
    [5, 0, null],
    [null, 5, null],
    [5, null, null],
    [1e308, 1e-308, null],
  ])('of %p and %p is %p', (value, divisor, expected) =>
    expect(ratio(aNumber(value), aNumber(divisor))).toEqual(aNumber(expected)),
  );
});

describe('index', () => {
  const source = aSeries('segment', ['a', 12], ['b', 14], ['c', 74]);
  const reference = aSeries('all', ['a', 40], ['b', 10], ['c', 50]);
  const options = { minimumPercentage: 0, sort: 'descending', limit: 10 } as const;

  it('divides percentages, best first', () => {
    expect(toIndex(source, reference, options)).toEqual({
      kind: 'series',
      titles: ['segment'],
      points: [
        { key: 'c', cells: [{ value: 148, count: 74, percentage: 74 }] },
        { key: 'b', cells: [{ value: 140, count: 14, percentage: 14 }] },
        { key: 'a', cells: [{ value: 30, count: 12, percentage: 12 }] },
      ],
    });
  });

  it.each([
    ['sort', { ...options, sort: 'ascending' } as const, ['a', 'b', 'c']],
    ['limit', { ...options, limit: 2 }, ['c', 'b']],
    ['minimum_percentage', { ...options, minimumPercentage: 14 }, ['c', 'b']],
  ])('applies %s', (_name, given, keys) => {
    expect(toIndex(source, reference, given).points.map(({ key }) => key)).toEqual(keys);
  });

  it.each(['ascending', 'descending'] as const)('has no value for a key that the reference lacks: last, %s', (sort) => {
    const indexed = toIndex(aSeries('x', ['new', 5], ['a', 5]), reference, { ...options, sort });
    expect(rowsOf(indexed)).toEqual([
      ['a', 125],
      ['new', null],
    ]);
  });

  it('of equal shares is 100', () => {
    fc.assert(
      fc.property(anySeries('x'), fc.integer({ min: 1, max: 1_000 }), (series, factor) => {
        const scaled = aSeries(
          'y',
          ...rowsOf(series).map(([key, value]): [string, number] => [key as string, (value as number) * factor]),
        );
        for (const { cells } of toIndex(scaled, series, { ...options, limit: 99 }).points)
          expect(cells[0]?.count === 0 ? 100 : cells[0]?.value).toBe(100);
      }),
    );
  });
});

describe('reduce', () => {
  const series = aSeries('users', ['a', 3], ['b', null], ['c', 8], ['d', 1]);

  it.each<[Reducer, number, number | null]>([
    ['max', 8, null],
    ['min', 1, null],
    ['sum', 12, 0],
    ['avg', 4, null],
    ['count', 3, 0],
    ['first', 3, null],
    ['last', 1, null],
  ])('%s is %d, of nothing %p', (reducer, expected, ofNothing) => {
    expect([reduce(series, reducer).value, reduce(aSeries('x'), reducer).value]).toEqual([expected, ofNothing]);
  });
});
