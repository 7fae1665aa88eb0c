import { describe, expect, it } from '@jest/globals';
import type { DrawnChart } from '../src/content/dashboard-content.js';
import { describeProblems } from '@tributary/contracts/rules/dashboards/describe-problems';
import { readContent } from '../src/content/read-content.js';
import { evaluate } from '../src/datasets/evaluate.js';
import { sourcesOf } from '../src/datasets/source.js';
import { canDraw } from '../src/options/chart-options.js';
import { readOptions } from '../src/options/read-options.js';
import type { Result } from '../src/results/result.js';
import { completeExample } from './complete-example.js';
import { answer, aPage, aReport, aView } from './page.js';

const content = readContent(completeExample);
const charts = content.sections.flatMap(({ cards }) => cards.flatMap((card) => card.charts)) as DrawnChart[];
const page = aPage();

const last30Days = [{ start_date: 'now-30d/d', end_date: 'now' }];
const views = [
  aView(['users'], [1_234]),
  aView(
    ['date_yyyy_mm_dd', 'channel_id', 'sessions'],
    ['2026-11-01', 7, 3],
    ['2026-11-01', 8, 4],
    ['2026-11-02', null, 5],
  ),
  aView(['device_form_factor', 'users'], ['PERSONAL_COMPUTER', 30], ['SMARTPHONE', 90]),
];

describe('the complete example', () => {
  it('has no problems', () => expect(describeProblems(completeExample)).toEqual([]));

  it('is read with its cards and charts', () => {
    expect(
      content.sections.map(({ title, cards }) => [title, cards.map(({ x, w, layout }) => [x, w, layout])]),
    ).toEqual([
      [
        'Visits',
        [
          [0, 4, 'vertical'],
          [4, 8, 'horizontal'],
        ],
      ],
    ]);
    expect(charts.map(({ kind, type, title }) => [kind, type, title])).toEqual([
      ['chart', 'Metric', 'Active users'],
      ['chart', 'Bars', 'Visits per day and channel'],
      ['chart', 'Pie', 'Share of devices'],
    ]);
  });

  it('needs one report for each chart', () => {
    expect(charts.map(({ dataset }) => sourcesOf(dataset, page))).toEqual([
      [
        expect.objectContaining({
          cube: 'activities',
          datamartId: '1',
          request: { metrics: [{ expression: 'users' }], dimensions: [], date_ranges: last30Days },
        }),
      ],
      [
        expect.objectContaining({
          request: {
            metrics: [{ expression: 'sessions' }],
            dimensions: [{ name: 'date_yyyy_mm_dd' }, { name: 'channel_id' }],
            date_ranges: last30Days,
            dimension_filter_clauses: {
              operator: 'OR',
              filters: [{ dimension_name: 'type', operator: 'EXACT', expressions: ['SITE_VISIT'] }],
            },
          },
        }),
      ],
      [expect.objectContaining({ kind: 'report' })],
    ]);
  });

  it('is computed and drawn', () => {
    const results = charts.map(({ dataset }, index) => {
      const view = views[index] ?? aView([]);
      return evaluate(dataset, page, answer(sourcesOf(dataset, page), aReport(view)));
    });
    expect(results).toEqual([
      { kind: 'number', value: 1_234, title: 'users' },
      {
        kind: 'series',
        titles: ['sessions'],
        levels: ['date_yyyy_mm_dd', 'channel_id'],
        absent: [0],
        points: [
          {
            key: '2026-11-01',
            cells: [{ value: 7 }],
            points: [
              { key: '7', cells: [{ value: 3 }] },
              { key: '8', cells: [{ value: 4 }] },
            ],
          },
          { key: '2026-11-02', cells: [{ value: 5 }], points: [{ key: null, cells: [{ value: 5 }] }] },
        ],
      },
      {
        kind: 'series',
        titles: ['users'],
        points: [
          { key: 'PERSONAL_COMPUTER', cells: [{ value: 25, count: 30 }] },
          { key: 'SMARTPHONE', cells: [{ value: 75, count: 90 }] },
        ],
      },
    ]);
    expect(charts.map(({ type }, index) => canDraw(type, results[index] as Result))).toEqual([true, true, true]);
  });

  it('has options', () => {
    expect(charts.map(({ type, options }) => readOptions(type, options))).toMatchObject([
      { type: 'Metric', format: 'count' },
      { type: 'Bars', stacking: true, drilldown: false, bigBars: true },
      { type: 'Pie', legend: { enabled: true, position: 'right' }, format: 'percentage' },
    ]);
  });
});
