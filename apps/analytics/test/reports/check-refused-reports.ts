import { describe, expect, it } from '@jest/globals';

export const aReport = (difference: object = {}) => ({
  metrics: [{ expression: 'users' }, { expression: 'sessions' }],
  dimensions: [] as object[],
  date_ranges: [{ start_date: 'now-7d', end_date: 'now+1d' }],
  ...difference,
});

type Ask = (datamart_id: string, body?: unknown) => Promise<{ status: number; body: Record<string, unknown> }>;

/** Checks which reports are refused, with an answer that names the field. */
export function checkRefusedReports(ask: Ask): void {
  describe('refusing', () => {
    const repeat = (count: number) => Array.from({ length: count }, () => ({ name: 'type' }));
    const range = { start_date: 'now-1d', end_date: 'now' };
    const filter = { dimension_name: 'type', operator: 'EXACT', expressions: ['x'] };
    it.each<[string, object, string]>([
      ['no date range', { date_ranges: [] }, 'date_ranges: '],
      ['two date ranges', { date_ranges: [range, range] }, 'date_ranges: '],
      ['an absent date range', { date_ranges: undefined }, 'date_ranges: '],
      ['an absent end', { date_ranges: [{ start_date: 'now' }] }, 'date_ranges[0].end_date: '],
      [
        'a date that does not exist',
        { date_ranges: [{ ...range, start_date: '2026-02-30' }] },
        'date_ranges[0].start_date: "2026-02-30"',
      ],
      [
        'a start after the end',
        { date_ranges: [{ start_date: 'now', end_date: 'now-1s' }] },
        'date_ranges[0].end_date: ',
      ],
      [
        'a start more than 4 months ago',
        { date_ranges: [{ ...range, start_date: 'now-5M' }] },
        'date_ranges[0].start_date: ',
      ],
      ['an unknown time zone', { time_zone: 'Mars/Olympus' }, 'time_zone: must be a time zone of the IANA database'],
      ['an offset as time zone', { time_zone: '+02:00' }, 'time_zone: '],
      ['an abbreviation as time zone', { time_zone: 'BST' }, 'time_zone: '],
      ['an unknown metric', { metrics: [{ expression: 'visitors' }] }, 'metrics[0].expression: '],
      ['a metric that is not a string', { metrics: [{ expression: 7 }] }, 'metrics[0].expression: '],
      ['an unknown dimension', { dimensions: [{ name: 'colour' }] }, 'dimensions[0].name: '],
      ['a repeated dimension', { dimensions: repeat(2) }, 'dimensions[1].name: '],
      ['eleven dimensions', { dimensions: repeat(11) }, 'dimensions: '],
      ['eleven metrics', { metrics: Array(11).fill({ expression: 'users' }) }, 'metrics: '],
      ['neither metrics nor dimensions', { metrics: [], dimensions: null }, 'metrics: '],
      ['an order by an unknown column', { order_by: { field_name: 'type' } }, 'order_by.field_name: '],
      [
        'an unknown dimension in a group of filters',
        { dimension_filter_clauses: { filters: [filter, { filters: [{ ...filter, dimension_name: 'colour' }] }] } },
        'dimension_filter_clauses.filters[1].filters[0].dimension_name: ',
      ],
      [
        'a group in a group',
        { dimension_filter_clauses: { filters: [{ filters: [{ filters: [filter] }] }] } },
        'dimension_filter_clauses.filters[0].filters[0].dimension_name: ',
      ],
      [
        'more than a hundred filters in groups',
        { dimension_filter_clauses: { filters: [{ filters: Array(100).fill(filter) }, filter] } },
        'dimension_filter_clauses.filters: ',
      ],
      [
        'a filter clause without filters',
        { dimension_filter_clauses: { filters: [] } },
        'dimension_filter_clauses.filters: ',
      ],
      [
        'a filter without expressions',
        { dimension_filter_clauses: { filters: [{ ...filter, expressions: [] }] } },
        'dimension_filter_clauses.filters[0].expressions: ',
      ],
      [
        'an expression that is an object',
        { dimension_filter_clauses: { filters: [{ ...filter, expressions: [{}] }] } },
        'dimension_filter_clauses.filters[0].expressions[0]: ',
      ],
      [
        'an unknown operator',
        { dimension_filter_clauses: { filters: [{ ...filter, operator: 'IS' }] } },
        'dimension_filter_clauses.filters[0].operator: ',
      ],
      [
        'an unknown clause operator',
        { dimension_filter_clauses: { operator: 'XOR', filters: [filter] } },
        'dimension_filter_clauses.operator: ',
      ],
      [
        'a filter on an unknown dimension',
        { dimension_filter_clauses: { filters: [{ ...filter, dimension_name: 'colour' }] } },
        'dimension_filter_clauses.filters[0].dimension_name: ',
      ],
    ])('%s, naming the field', async (_case, difference, field) => {
      const { status, body } = await ask('1', aReport(difference));
      expect(status).toBe(400);
      expect(body).toEqual({
        status: 'error',
        error_code: 'BAD_REQUEST_DATA',
        error_id: expect.any(String),
        error: expect.stringContaining(field),
      });
    });

    it.each<[string, string, string, string]>([
      ['a datamart that is not an integer', 'abc', JSON.stringify(aReport()), 'BAD_REQUEST_DATA'],
      ['an array', '1', '[]', 'BAD_REQUEST_DATA'],
      ['a body that is not JSON', '1', '{', 'BAD_REQUEST_FORMAT'],
    ])('%s', async (_case, datamart_id, text, error_code) => {
      const { status, body } = await ask(datamart_id, text);
      expect([status, body.error_code]).toEqual([400, error_code]);
    });
  });
}
