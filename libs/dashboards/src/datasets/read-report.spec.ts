import { describe, expect, it } from '@jest/globals';
import { aView } from '../../test/page.js';
import type { ReportRequest } from '../reports/report.js';
import { readReport } from './read-report.js';

const request = (metrics: string[], dimensions: string[]): ReportRequest => ({
  metrics: metrics.map((expression) => ({ expression })),
  dimensions: dimensions.map((name) => ({ name })),
  date_ranges: [],
});

describe('readReport', () => {
  it.each([
    ['a number without dimension', aView(['users', 'sessions'], [5, 9]), 5],
    ['no value in an empty report', aView(['users']), null],
    ['no value of a null', aView(['users'], [null]), null],
  ])('reads %s', (_case, view, value) => {
    expect(readReport(view, request(['users', 'sessions'], []))).toEqual({ kind: 'number', value, title: 'users' });
  });

  it('reads several metrics, for a table', () => {
    const view = aView(['a', 'b', 'users', 'conversion_rate'], ['x', 'y', 3, 50], ['x', 'z', 4, 25]);
    expect(readReport(view, request(['users', 'conversion_rate'], ['a', 'b']), { mostMetrics: 10 })).toEqual({
      kind: 'series',
      titles: ['users', 'conversion_rate'],
      levels: ['a', 'b'],
      absent: [0, null],
      points: [
        {
          key: 'x',
          cells: [{ value: 7 }, { value: null }],
          points: [
            { key: 'y', cells: [{ value: 3 }, { value: 50 }] },
            { key: 'z', cells: [{ value: 4 }, { value: 25 }] },
          ],
        },
      ],
    });
  });

  it('knows that a rate is in percent', () =>
    expect(readReport(aView(['conversion_rate'], [7.66]), request(['conversion_rate'], []))).toMatchObject({
      unit: 'percent',
    }));

  it('names the series by series_title', () => {
    const view = aView(['type', 'users'], ['a', 1]);
    expect(readReport(view, request(['users'], ['type']), { title: 'People' })).toMatchObject({ titles: ['People'] });
  });

  it('reads keys as text, and keeps null', () => {
    const view = aView(['x', 'users'], [8298, 1], [true, 2], [null, 3], ['null', 4]);
    expect(readReport(view, request(['users'], ['x']))).toMatchObject({
      points: [{ key: '8298' }, { key: 'true' }, { key: null }, { key: 'null' }],
    });
  });

  it('nests three dimensions, and adds up their values', () => {
    const view = aView(['a', 'b', 'c', 'sessions'], ['x', 'y', '1', 1], ['x', 'y', '2', 2], ['x', 'z', '1', 4]);
    expect(readReport(view, request(['sessions'], ['a', 'b', 'c']))).toMatchObject({
      points: [
        {
          key: 'x',
          cells: [{ value: 7 }],
          points: [
            { key: 'y', cells: [{ value: 3 }], points: [{ key: '1' }, { key: '2', cells: [{ value: 2 }] }] },
            { key: 'z', cells: [{ value: 4 }] },
          ],
        },
      ],
    });
  });

  it.each(['avg_session_duration', 'conversion_rate'])('does not add up %s', (metric) => {
    const view = aView(['a', 'b', metric], ['x', 'y', 50], ['x', 'z', 70]);
    expect(readReport(view, request([metric], ['a', 'b']))).toMatchObject({
      points: [{ cells: [{ value: null }], points: [{ cells: [{ value: 50 }] }, { cells: [{ value: 70 }] }] }],
    });
  });

  it('reads the values of a dimension without metric', () => {
    expect(readReport(aView(['type'], ['a'], ['b']), request([], ['type']))).toEqual({
      kind: 'series',
      titles: [],
      levels: ['type'],
      absent: [],
      points: [
        { key: 'a', cells: [] },
        { key: 'b', cells: [] },
      ],
    });
  });
});
