import { describe, expect, it } from '@jest/globals';
import { describeProblems } from '@tributary/contracts/rules/dashboards/describe-problems';
import { resultOf, storedChart, titleOf, nextOrder } from './report-chart.js';
import { defaultReport, views } from './query/report.js';
import { requestOf } from '@tributary/dashboards/queries/query';

const request = requestOf(defaultReport);
const view = {
  items_per_page: 100,
  total_items: 2,
  columns_headers: ['date_yyyy_mm_dd', 'users', 'sessions'],
  rows: [
    ['2026-11-22', 3, 5],
    [null, 1, 2],
  ],
};
const read = { view, shown: 'all' as const, period: undefined, timeZone: 'UTC' };

describe('the chart of a report', () => {
  it.each(views)('as %s is what a dashboard accepts', (type) => {
    const charts = [storedChart(request, type, 'x')];
    expect(describeProblems({ sections: [{ cards: [{ x: 0, y: 0, w: 6, h: 4, charts }] }] })).toEqual([]);
  });

  it('leaves the time zone to the page', () =>
    expect(storedChart({ ...request, time_zone: 'Asia/Tokyo' }, 'Bars', 'x').dataset.query_json).toEqual(request));

  it('draws the first metric', () =>
    expect(resultOf(request, read, false)).toMatchObject({
      titles: ['users'],
      points: [{ cells: [{ value: 3 }] }, {}],
    }));

  it('draws all metrics', () =>
    expect(resultOf(request, read, true)).toEqual({
      kind: 'series',
      titles: ['users', 'sessions'],
      absent: [0, 0],
      points: [
        { key: '2026-11-22', cells: [{ value: 3 }, { value: 5 }] },
        { key: '(none)', cells: [{ value: 1 }, { value: 2 }] },
      ],
    }));

  it.each([
    [
      'each metric of a day without data',
      requestOf(defaultReport),
      [
        [0, 0],
        [3, 5],
      ],
    ],
    [
      'no value of an average',
      { ...request, metrics: [{ expression: 'users' }, { expression: 'avg_session_duration' }] },
      [
        [0, null],
        [3, 5],
      ],
    ],
  ])('draws %s', (_case, one, expected) => {
    const period = { from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 22) };
    const result = resultOf(one, { ...read, view: { ...view, rows: [['2026-11-22', 3, 5]] }, period }, true);
    expect(result.kind === 'series' && result.points.map(({ cells }) => cells.map(({ value }) => value))).toEqual(
      expected,
    );
  });

  it('is a number without dimensions', () =>
    expect(
      resultOf({ ...request, dimensions: [] }, { ...read, view: { ...view, rows: [[4, 6]] } }, true),
    ).toMatchObject({ kind: 'number', value: 4 }));

  it('is named by what it draws', () => {
    expect(titleOf(request)).toBe('Users by day');
    expect(titleOf(request, true)).toBe('Users, sessions by day');
    const metrics = [{ expression: 'avg_transaction_amount' }];
    const dimensions = [{ name: 'channel_id' }, { name: 'device_os_family' }];
    expect(titleOf({ ...request, metrics, dimensions })).toBe('Amount per transaction by channel, operating system');
  });
});

describe('nextOrder', () => {
  it.each([
    ['', '-users'],
    ['sessions', '-users'],
    ['-users', 'users'],
    ['users', ''],
  ])('after %j is %j', (order, expected) => expect(nextOrder('users', order)).toBe(expected));
});
