import { describe, expect, it } from '@jest/globals';
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router';
import fc from 'fast-check';
import { filterOperators } from '@tributary/contracts/rules/resources/choices';
import { reportNames } from '@tributary/contracts/rules/reports/report-names';
import { defaultReport, parseReport, printReport, readReportSearch, views, type Report } from './report.js';

const { metrics, dimensions } = reportNames.activities;
const texts = fc.string({ unit: 'grapheme', maxLength: 20 });

const reports: fc.Arbitrary<Report> = fc.record({
  metrics: fc.uniqueArray(fc.constantFrom<string>(...metrics), { maxLength: 10 }),
  dimensions: fc.uniqueArray(fc.constantFrom<string>(...dimensions), { maxLength: 10 }),
  filters: fc.array(
    fc.record({
      dimension_name: fc.constantFrom<string>('', ...dimensions),
      operator: fc.constantFrom(...filterOperators),
      not: fc.boolean(),
      expressions: fc.array(texts, { maxLength: 3 }),
    }),
    { maxLength: 4 },
  ),
  operator: fc.constantFrom('AND', 'OR'),
  start: fc.oneof(texts, fc.constantFrom('now-7d/d', '2026', 'true', 'null')),
  end: fc.oneof(texts, fc.constantFrom('now', '2026-01-31')),
  order: fc.constantFrom('', 'users', '-users'),
  view: fc.constantFrom(...views),
  all: fc.boolean(),
  compare: fc.boolean(),
  share: fc.boolean(),
});

describe('a report in the address', () => {
  it('is read as it was written, through the router', () =>
    fc.assert(
      fc.property(reports, (report) => {
        const address = defaultStringifySearch(printReport(report));
        expect(parseReport(defaultParseSearch(address) as Record<string, unknown>)).toEqual(report);
      }),
    ));

  it('is not written when it is the default', () => expect(printReport(defaultReport)).toEqual({}));

  it('of a segment is a filter', () => {
    const filters = [{ dimension_name: 'segment_id', operator: 'EXACT', expressions: ['7'] }];
    expect(parseReport({ filters }).filters).toEqual([{ ...filters[0], not: false }]);
  });

  it.each([
    ['names', { metrics: 7, dimensions: 'a b,' }],
    ['filters', { filters: [null, 1, { dimension_name: 'type' }, { dimension_name: {}, operator: 'EXACT' }] }],
    ['the rest', { operator: 'XOR', view: 'Map', all: 'yes', compare: 1, from: {}, to: [] }],
  ])('ignores what is malformed in %s', (_case, search) => {
    const { dimensions: ignored, ...read } = readReportSearch(search);
    expect(read).toEqual({});
    expect(ignored ?? '').toBe('');
  });
});
