import { describe, expect, it } from '@jest/globals';
import { readDataset } from '../content/read-dataset.js';
import type { PageContext } from './page-context.js';
import { periodNoteOf } from './period-note.js';

const week = { start_date: 'now-7d/d', end_date: 'now' };
const month = { start_date: 'now-30d/d', end_date: 'now' };
const report = (range?: object) => ({
  type: 'activities_analytics',
  query_json: { metrics: [{ expression: 'users' }], ...(range && { date_ranges: [range] }) },
});
const file = { type: 'data_file', uri: 'data://a', JSON_path: '$' };
const context = (dateRange?: PageContext['dateRange']): PageContext => ({
  datamartId: '1',
  scope: { type: 'home' },
  fragments: [],
  ...(dateRange && { dateRange }),
});
const replaced = { kind: 'replaced', own: week };

describe('the note of a chart about the period of its page', () => {
  it.each([
    ['a chart with its own period', report(week), month, replaced],
    ['one of several sources that has', { type: 'ratio', sources: [report(), report(week)] }, month, replaced],
    ['a chart with the same period', report(month), month, undefined],
    ['a chart without one', report(), month, undefined],
    ['a page without a period', report(week), undefined, undefined],
    ['a chart of a file', file, month, { kind: 'without' }],
    ['a chart of a file and a report', { type: 'join', sources: [file, report()] }, month, undefined],
    ['a chart of a file on a page without a period', file, undefined, undefined],
    ['what cannot be computed', { type: 'otql', query_text: 'x' }, month, undefined],
  ])('of %s', (_case, dataset, range, expected) =>
    expect(periodNoteOf(readDataset(dataset, 'dataset'), context(range))).toEqual(expected),
  );
});
