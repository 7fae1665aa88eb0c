import { describe, it } from '@jest/globals';
import { ReportRequest } from '@tributary/contracts/analytics/report';
import { parseJson } from '@tributary/http/json-body';
import { parseOrThrow } from '@tributary/http/parse';
import { expectLinear } from '@tributary/testing/growth';
import { duckDbDialect as sql } from '../src/duckdb/duckdb-dialect.js';
import { activitiesCube } from '../src/reports/activities.cube.js';
import { compileReport } from '../src/reports/compile-report.js';
import { periodOf } from '../src/reports/period-of.js';
import { ReportZone } from '@tributary/contracts/rules/report-zone';

const utc = new ReportZone('UTC');

const listOf = (value: string, size: number) =>
  Array<string>(Math.ceil(size / (value.length + 1)))
    .fill(value)
    .join(',');
const range = (start = 'now-1d/d') => `"date_ranges":[{"start_date":"${start}","end_date":"now"}]`;
const filters = (list: string) =>
  `{${range()},"metrics":[{"expression":"users"}],"dimension_filter_clauses":{"filters":[${list}]}}`;
const filter = (operator: string, expressions: string) =>
  `{"dimension_name":"channel_id","operator":"${operator}","expressions":[${expressions}]}`;

describe('the time to compile a report is linear in the size of the request', () => {
  it.each<[string, (size: number) => string]>([
    ['metrics', (size) => `{${range()},"metrics":[${listOf('{"expression":"users"}', size)}]}`],
    ['dimensions', (size) => `{${range()},"dimensions":[${listOf('{"name":"channel_id"}', size)}]}`],
    ['invalid dimensions', (size) => `{${range()},"dimensions":[${listOf('{}', size)}]}`],
    ['date ranges', (size) => `{"date_ranges":[${listOf('{}', size)}]}`],
    ['units of date math', (size) => `{${range(`now${'/d'.repeat(size / 2)}`)},"metrics":[{"expression":"users"}]}`],
    [
      'steps of date math',
      (size) => `{${range(`now${'+1M-1M'.repeat(size / 6)}`)},"metrics":[{"expression":"users"}]}`,
    ],
    ['date math that ends wrongly', (size) => `{${range(`now${'-999999M'.repeat(size / 8)}?`)}}`],
    ['a date of many bars', (size) => `{${range('||'.repeat(size / 2))}}`],
    ['a fraction of a second', (size) => `{${range(`2026-01-01T00:00:00.${'0'.repeat(size)}`)}}`],
    [
      'a long order',
      (size) => `{${range()},"metrics":[{"expression":"users"}],"order_by":{"field_name":"${'-'.repeat(size)}"}}`,
    ],
    [
      'values of a list',
      (size) => filters(filter('IN_LIST', Array.from({ length: size / 9 }, (_, index) => `"${index}"`).join(','))),
    ],
    [
      'values that are no numbers',
      (size) => filters(filter('IN_LIST', `"${'1'.repeat(size)}e"`).replace('channel_id', 'revenue')),
    ],
    ['invalid values of a list', (size) => filters(filter('IN_LIST', listOf('{}', size)))],
    ['a long pattern', (size) => filters(filter('LIKE', `"${'%_\\\\'.repeat(size / 4)}"`))],
    ['filters', (size) => filters(listOf(filter('EXACT', '1'), size))],
    ['a deep filter', (size) => filters(filter('EXACT', '['.repeat(size / 2) + ']'.repeat(size / 2)))],
    ['a number of many digits', (size) => filters(filter('EXACT', '1'.repeat(size)))],
  ])('with %s', async (_case, make) => {
    const now = Date.now();
    await expectLinear({
      make: (size) => Buffer.from(make(size)),
      run: (body) => {
        const request = parseOrThrow(ReportRequest, parseJson(body).value);
        const period = periodOf(request.date_ranges[0], now, utc);
        return compileReport(sql, request, activitiesCube(sql, { datamart_id: '1', period, zone: utc, now }));
      },
    });
  });
});
