import { describe, expect, it } from '@jest/globals';
import { readQueryJson, writeQueryJson } from './query-json.js';

const stored = {
  metrics: [{ expression: 'users' }],
  dimensions: [{ name: 'channel_id' }],
  date_ranges: [{ start_date: 'now-7d/d', end_date: 'now' }],
  dimension_filter_clauses: {
    operator: 'OR',
    filters: [{ dimension_name: 'type', not: true, operator: 'EXACT', expressions: ['TOUCH'] }],
  },
  order_by: { field_name: '-users' },
};

describe('query_json', () => {
  it('is written as it was read', () => {
    const query = readQueryJson(stored);
    expect(query && writeQueryJson(query)).toEqual(stored);
  });

  it('keeps the time zone of the content', () => {
    const query = readQueryJson({ ...stored, time_zone: 'Asia/Tokyo' });
    expect(query && writeQueryJson(query, 'Asia/Tokyo')).toEqual({ ...stored, time_zone: 'Asia/Tokyo' });
  });

  it('keeps the default range of dashboards', () => {
    const query = readQueryJson({ metrics: [{ expression: 'users' }], dimensions: [] });
    expect(query).toMatchObject({ start: '', end: '' });
    expect(query && writeQueryJson(query)).toEqual({ metrics: [{ expression: 'users' }], dimensions: [] });
  });

  it('may be without names for a moment', () =>
    expect(readQueryJson({ metrics: [], dimensions: [] })).toMatchObject({ metrics: [], dimensions: [] }));

  it('with conditions within conditions is not for the pickers', () => {
    const { filters } = stored.dimension_filter_clauses;
    expect(readQueryJson({ ...stored, dimension_filter_clauses: { filters: [{ filters }] } })).toBeUndefined();
  });

  it.each([undefined, 'x', { metrics: 'users' }])('that is malformed is not for the pickers: %j', (value) =>
    expect(readQueryJson(value)).toBeUndefined(),
  );
});
