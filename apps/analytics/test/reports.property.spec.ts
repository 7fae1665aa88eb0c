import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ReportRequest } from '@tributary/contracts/report';
import fc from 'fast-check';
import { activitiesCube } from '../src/reports/activities.cube.js';
import { compileReport } from '../src/reports/compile-report.js';
import { resolvePeriod } from '../src/reports/date-range.js';
import { aMessage } from './messages.js';
import { evaluate } from './report-oracle.js';
import { openStore, type TestStore } from './stores.js';

const now = Date.parse('2026-11-21T11:26:49.123Z');
const hourMs = 3_600_000;

const types = [
  'SITE_VISIT',
  'APP_VISIT',
  'CTV_VISIT',
  'TOUCH',
  'EMAIL',
  'É',
  'site_visit',
  'ΟΔΟΣ',
  'İstanbul',
  '%_',
  '\u{1f600}',
  '\uffff',
];
const channels = [
  null,
  '',
  '0',
  '7',
  '007',
  '10',
  '9',
  '8298',
  '-1',
  '1.0',
  '999999999999999',
  '1000000000000000',
  'web',
  'Web',
  'ß',
  '1e3',
];
const userPoints = Array.from({ length: 6 }, () => randomUUID());

const anyActivity = fc.record({
  activity_id: fc.uuid(),
  user_point_id: fc.constantFrom(...userPoints),
  ts: fc.integer({ min: now - 60 * hourMs, max: now + 20 * hourMs }),
  type: fc.constantFrom(...types),
  channel_id: fc.oneof(fc.constantFrom(...channels), fc.integer({ min: 0, max: 150 }).map(String)),
});

const dimensionNames = ['type', 'channel_id', 'date_yyyy_mm_dd'];
const metricNames = ['users', 'sessions'];
const anyExpression = fc.oneof(
  fc.constantFrom(
    ...types,
    ...channels.filter((id) => id !== null),
    'VISIT',
    'site',
    'οδος',
    'istan',
    '1',
    '2026-11-20',
    '11-2',
  ),
  fc.constantFrom(7, 8298, 1000, true),
  fc.string({ maxLength: 3, unit: 'grapheme' }).filter((text) => !text.includes('\0')),
);
const anyFilter = fc.record({
  dimension_name: fc.constantFrom(...dimensionNames),
  not: fc.option(fc.boolean()),
  operator: fc.constantFrom('EXACT', 'LIKE', 'IN_LIST'),
  expressions: fc.array(anyExpression, { minLength: 1, maxLength: 4 }),
});
const anyRequest = fc
  .record({
    dimensions: fc.shuffledSubarray(dimensionNames),
    metrics: fc.shuffledSubarray(metricNames),
    start_date: fc.constantFrom('now-3d', 'now-1d/d', '2026-11-20', '2026-11-20T05:30:10', 'now/d', 'now-2d-7H'),
    end_date: fc.constantFrom(
      'now',
      'now/d',
      '2026-11-22',
      '2026-11-21T12:00',
      '2026-11-21T11',
      '2026-11-21T11:30:00.500+00:30',
    ),
    filters: fc.option(
      fc.record({
        operator: fc.constantFrom('OR', 'AND', null),
        filters: fc.array(anyFilter, { minLength: 1, maxLength: 3 }),
      }),
    ),
    order: fc.option(fc.tuple(fc.constantFrom('', '-'), fc.nat())),
  })
  .filter(({ dimensions, metrics }) => dimensions.length + metrics.length > 0)
  .map(({ dimensions, metrics, start_date, end_date, filters, order }) => {
    const columns = [...dimensions, ...metrics];
    return ReportRequest.parse({
      dimensions: dimensions.map((name) => ({ name })),
      metrics: metrics.map((expression) => ({ expression })),
      date_ranges: [{ start_date, end_date }],
      dimension_filter_clauses: filters,
      order_by: order && { field_name: `${order[0]}${columns[order[1] % columns.length]}` },
    });
  });

let facts: TestStore;
beforeAll(async () => {
  facts = await openStore();
});
afterAll(() => facts.close());

let datamart = 0;

it('answers what the definitions of the cube say, for any facts and any report', async () => {
  const anyFacts = fc.array(anyActivity, { maxLength: 200, size: 'max' });
  await fc.assert(
    fc.asyncProperty(anyFacts, fc.array(anyRequest, { minLength: 1, maxLength: 5 }), async (activities, requests) => {
      const datamart_id = String(++datamart);
      if (activities.length > 0) await facts.store.append([aMessage({ datamart_id, activities })]);
      for (const request of requests) {
        const period = resolvePeriod(request.date_ranges[0], now);
        const { columns, statement } = compileReport(activitiesCube, request, datamart_id, period);
        const rows = await facts.store.query(statement);
        const shown = rows.map((row) => columns.map(({ show }, index) => show(row[index] ?? null)));
        expect(shown).toEqual(evaluate(activities, request, period.from, period.to));
      }
    }),
    { numRuns: 300 },
  );
}, 120_000);
