import { describe, expect, it } from '@jest/globals';
import { periodOf, problemsOf, requestOf, withoutLostOrder, type Query } from './query.js';

const now = Date.UTC(2026, 10, 23, 14);
const clock = { now, timeZone: 'UTC' };
const aQuery = (changes: Partial<Query> = {}): Query => ({
  metrics: ['users'],
  dimensions: ['channel_id'],
  filters: [],
  operator: 'AND',
  start: 'now-7d/d',
  end: 'now',
  order: '',
  ...changes,
});
const filter = { dimension_name: 'type', operator: 'EXACT', not: false, expressions: ['SITE_VISIT', 'TOUCH'] } as const;

describe('requestOf', () => {
  it('is the body of the report', () =>
    expect(requestOf(aQuery({ order: '-users', filters: [{ ...filter, expressions: ['a'], not: true }] }))).toEqual({
      metrics: [{ expression: 'users' }],
      dimensions: [{ name: 'channel_id' }],
      date_ranges: [{ start_date: 'now-7d/d', end_date: 'now' }],
      dimension_filter_clauses: {
        operator: 'AND',
        filters: [{ dimension_name: 'type', operator: 'EXACT', not: true, expressions: ['a'] }],
      },
      order_by: { field_name: '-users' },
    }));

  it.each([
    ['EXACT', ['SITE_VISIT']],
    ['LIKE', ['SITE_VISIT']],
    ['IN_LIST', ['SITE_VISIT', 'TOUCH']],
  ] as const)('sends the values that %s takes', (operator, expressions) =>
    expect(
      requestOf(aQuery({ filters: [{ ...filter, operator, expressions: [...filter.expressions] }] }))
        .dimension_filter_clauses,
    ).toMatchObject({ filters: [{ expressions }] }),
  );
});

describe('problemsOf', () => {
  it('finds none in a valid report', () => expect(problemsOf(aQuery(), clock)).toEqual([]));

  it('finds none in a filter that was only added, which is not sent', () => {
    const added = { dimension_name: '', operator: 'EXACT' as const, not: false, expressions: [''] };
    expect(problemsOf(aQuery({ filters: [added] }), clock)).toEqual([]);
    expect(requestOf(aQuery({ filters: [added] }))).not.toHaveProperty('dimension_filter_clauses');
  });

  it.each([
    ['nothing chosen', { metrics: [], dimensions: [] }, 'metrics'],
    [
      'a filter without a dimension',
      { filters: [{ ...filter, dimension_name: '', expressions: ['a'] }] },
      'dimension_filter_clauses.filters[0].dimension_name',
    ],
    [
      'a filter without a value',
      { filters: [{ ...filter, expressions: [''] }] },
      'dimension_filter_clauses.filters[0].expressions',
    ],
    ['an odd start', { start: 'yesterday' }, 'date_ranges[0].start_date'],
    ['an end before the start', { end: 'now-8d' }, 'date_ranges[0].end_date'],
    ['a start that is too old', { start: 'now-5M' }, 'date_ranges[0].start_date'],
  ])('finds %s', (_case, changes, field) =>
    expect(problemsOf(aQuery(changes), clock).map((problem) => problem.field)).toEqual([field]),
  );
});

describe('a report in the time zone of the datamart, which is not known here', () => {
  // It is 2026-11-24 in Tokyo, and 2026-11-23 in UTC.
  const evening = { now: Date.UTC(2026, 10, 23, 20) };
  it.each([
    ['today there, until now', { start: '2026-11-24' }],
    ['a start that may be too old', { start: 'now-5M' }],
  ])('has no problem: %s', (_case, changes) => expect(problemsOf(aQuery(changes), evening)).toEqual([]));

  it('still needs dates', () =>
    expect(problemsOf(aQuery({ end: 'tomorrow' }), evening)).toMatchObject([{ field: 'date_ranges[0].end_date' }]));
});

describe('a report in a time zone', () => {
  const evening = Date.UTC(2026, 10, 23, 20);
  it.each([
    ['Asia/Tokyo', []],
    ['UTC', ['date_ranges[0].end_date']],
    ['+02:00', ['time_zone']],
    ['Mars/Olympus', ['time_zone']],
  ])('%s has the problems %j', (timeZone, fields) =>
    expect(problemsOf(aQuery({ start: '2026-11-24' }), { now: evening, timeZone }).map(({ field }) => field)).toEqual(
      fields,
    ),
  );

  it('that does not exist has no period', () =>
    expect(periodOf(aQuery(), { now: evening, timeZone: 'Mars/Olympus' })).toBeUndefined());
});

describe('withoutLostOrder', () => {
  it.each([
    ['-users', '-users'],
    ['channel_id', 'channel_id'],
    ['-sessions', ''],
    ['', ''],
  ])('of %s is %s', (order, expected) => expect(withoutLostOrder(aQuery({ order })).order).toBe(expected));
});
