import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filterOperators } from '@tributary/contracts/rules/resources/choices';
import { defaultReport, views, type Report } from '../query/report.js';
import { openedReport, storedReport, type StoredReport } from './stored-report.js';

const name = fc.stringMatching(/^[a-z_]{1,12}$/);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 10 });
const filter = fc.record({
  dimension_name: name,
  operator: fc.constantFrom(...filterOperators),
  not: fc.boolean(),
  expressions: fc.tuple(fc.string()),
});
const reports: fc.Arbitrary<Report> = fc
  .record({
    metrics: names,
    dimensions: names,
    filters: fc.array(filter, { maxLength: 3 }),
    operator: fc.constantFrom('AND' as const, 'OR' as const),
    start: fc.string({ minLength: 1 }),
    end: fc.string({ minLength: 1 }),
    order: fc.string(),
    view: fc.constantFrom(...views),
    all: fc.boolean(),
    compare: fc.boolean(),
    share: fc.boolean(),
  })
  .map((report) => (report.filters.length > 0 ? report : { ...report, operator: defaultReport.operator }));

const throughJson = (stored: StoredReport) => JSON.parse(JSON.stringify(stored)) as StoredReport;

describe('a stored report', () => {
  it('is opened as it was saved', () =>
    fc.assert(
      fc.property(reports, (report) => expect(openedReport(throughJson(storedReport(report)))).toEqual(report)),
    ));

  it('that a program has saved has the defaults of the page', () => {
    const report = { metrics: [{ expression: 'users' }], date_ranges: [{ start_date: 'now-1d', end_date: 'now' }] };
    expect(openedReport({ report, display: {} } as unknown as StoredReport)).toEqual({
      ...defaultReport,
      metrics: ['users'],
      dimensions: [],
      start: 'now-1d',
    });
  });

  it('in a time zone of its own is not for the page, which shows that of the datamart', () => {
    const { report } = storedReport(defaultReport);
    const odd = { report: { ...report, time_zone: 'Asia/Tokyo' }, display: {} };
    expect(openedReport(odd as unknown as StoredReport)).toBeUndefined();
  });

  it('with conditions within conditions is not for the page', () => {
    const { report } = storedReport(defaultReport);
    const dimension_filter_clauses = { filters: [{ filters: [] }] };
    const odd = { report: { ...report, dimension_filter_clauses }, display: {} };
    expect(openedReport(odd as unknown as StoredReport)).toBeUndefined();
  });
});
