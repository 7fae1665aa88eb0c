import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSeries, rowsOf } from '../../test/series.js';
import type { SeriesResult } from '../results/result.js';
import { formatDates } from './format-dates.js';
import { getDecorators } from './get-decorators.js';

const total = ({ points }: SeriesResult) => points.reduce((sum, { cells }) => sum + (cells[0]?.value ?? 0), 0);

describe('format-dates', () => {
  it('adds up what falls together', () => {
    const days = aSeries('users', ['2026-01-31', 1], ['2026-02-01', 2], ['2026-02-02', 3], [null, 9]);
    expect(rowsOf(formatDates(days, { format: 'YYYY-MM' }) as SeriesResult)).toEqual([
      ['2026-01', 1],
      ['2026-02', 5],
      [null, 9],
    ]);
  });

  it('formats the next level, and adds it up', () => {
    const series = aSeries('x', [
      'a',
      3,
      [
        ['2026-01-01', 1],
        ['2026-01-02', 2],
      ],
    ]);
    expect(formatDates(series, { buckets: { format: 'YYYY' } })).toEqual(aSeries('x', ['a', 3, [['2026', 3]]]));
  });

  it('adds up the next levels of what falls together', () => {
    const series = aSeries(
      'x',
      [
        '2026-01-01',
        3,
        [
          ['web', 1],
          ['app', 2],
        ],
      ],
      ['2026-01-02', 4, [['web', 4]]],
    );
    expect(formatDates(series, { format: 'YYYY' })).toEqual(
      aSeries('x', [
        '2026',
        7,
        [
          ['web', 5],
          ['app', 2],
        ],
      ]),
    );
  });

  it('returns the key that is no date', () => {
    const series = aSeries('x', ['2026-01-01', 1], ['2026-01-0Y', 1]);
    expect(formatDates(series, { format: 'YYYY' })).toEqual({ invalidKey: '2026-01-0Y' });
  });

  it('drops the label of a key that it formats', () => {
    const [day, none] = aSeries('x', ['2026-01-01', 1], [null, 1]).points;
    const labelled = [day, none].map((point) => ({ key: null, cells: [], ...point, label: 'New Year' }));
    const { points } = formatDates(
      { kind: 'series', titles: ['x'], points: labelled },
      { format: 'YYYY' },
    ) as SeriesResult;
    expect(points.map(({ key, label }) => [key, label])).toEqual([
      ['2026', undefined],
      [null, 'New Year'],
    ]);
  });

  it('keeps the total, whichever the format', () => {
    const day = fc
      .integer({ min: 0, max: 4_000 })
      .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));
    const entries = fc.array(fc.tuple(day, fc.integer({ min: 0, max: 1_000_000 })));
    fc.assert(
      fc.property(entries, fc.constantFrom('YYYY', 'MM', 'dddd', 'HH:mm', 'YYYY-MM-DD', ''), (days, format) => {
        const series = aSeries('x', ...days);
        expect(total(formatDates(series, { format }) as SeriesResult)).toBe(total(series));
      }),
    );
  });
});

describe('get-decorators', () => {
  const series = aSeries('users', ['1', 5, [['1', 5]]], ['2', 6]);
  const nameOf = (type: string, id: string) => (type === 'CHANNELS' && id === '1' ? 'Site' : undefined);

  it('labels the ids that have a name; the others stay ids', () => {
    expect(getDecorators(series, { modelType: 'CHANNELS' }, nameOf).points).toEqual([
      { key: '1', label: 'Site', cells: [{ value: 5 }], points: [{ key: '1', cells: [{ value: 5 }] }] },
      { key: '2', cells: [{ value: 6 }] },
    ]);
  });

  it('labels the next level', () => {
    const [first] = getDecorators(series, { buckets: { modelType: 'CHANNELS' } }, nameOf).points;
    expect([first?.label, first?.points?.[0]?.label]).toEqual([undefined, 'Site']);
  });

  it('leaves ids without a look-up', () => expect(getDecorators(series, { modelType: 'CHANNELS' })).toEqual(series));
});
