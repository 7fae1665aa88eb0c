import { describe, expect, it } from '@jest/globals';
import { aPage } from '../../test/page.js';
import { readDataset } from '../content/read-dataset.js';
import type { DimensionFilter } from '../reports/report.js';
import { sourcesOf, type ReportSource } from './source.js';

const query_json = { metrics: [{ expression: 'users' }] };
const activities = (difference: object = {}) => ({ type: 'activities_analytics', query_json, ...difference });
const collections = (...filters: object[]) => ({
  type: 'collection_volumes',
  query_json: { metrics: [{ expression: 'count' }], dimension_filter_clauses: { operator: 'AND', filters } },
});
const sources = (dataset: unknown, page = aPage()) => sourcesOf(readDataset(dataset, 'dataset'), page);
const filtersOf = (dataset: unknown, page = aPage()) =>
  (sources(dataset, page)[0] as ReportSource).request.dimension_filter_clauses?.filters;
const exact = (dimension_name: string, value: string): DimensionFilter => ({
  dimension_name,
  operator: 'EXACT',
  expressions: [value],
});
const inSegment = aPage({ scope: { type: 'segments', segmentId: '42' } });

describe('sourcesOf', () => {
  it('lists each report and each data file once', () => {
    const file = { type: 'data_file', uri: 'mics://data_file/a.json', JSON_path: '$.a' };
    const dataset = {
      type: 'join',
      sources: [
        activities(),
        { type: 'to-list', sources: [activities({ series_title: 'x' }), activities({ datamart_id: '2' })] },
        file,
        { ...file, JSON_path: '$.b' },
        { type: 'otql', query_text: 'select' },
        { type: 'activities_analytics' },
      ],
    };
    expect(sources(dataset).map((source) => (source.kind === 'report' ? source.datamartId : source.uri))).toEqual([
      '1',
      '2',
      'mics://data_file/a.json',
    ]);
  });

  it('has the range of the page in place of its own', () => {
    const dateRange = { start_date: 'now-7d/d', end_date: 'now' };
    const own = { ...query_json, date_ranges: [{ start_date: '2026-01-01', end_date: '2026-01-02' }] };
    const rangesOf = (page = aPage()) =>
      sources(activities({ query_json: own }), page).map((source) => (source as ReportSource).request.date_ranges);
    expect(rangesOf(aPage({ dateRange }))).toEqual([[dateRange]]);
    expect(rangesOf()).toEqual([own.date_ranges]);
  });

  it('has one key for equal requests, whichever the order of fields', () => {
    const [a] = sources(
      activities({ query_json: { dimensions: [], metrics: [{ expression: 'users' }], order_by: null } }),
    );
    const [b] = sources(activities());
    const [c] = sources(activities({ query_json: { ...query_json, dimensions: [{ name: 'type' }] } }));
    expect(a?.key).toBe(b?.key);
    expect(a?.key).not.toBe(c?.key);
  });

  it('keeps the time zone of the author', () =>
    expect(sources(activities({ query_json: { ...query_json, time_zone: 'Asia/Tokyo' } }))[0]).toMatchObject({
      request: { time_zone: 'Asia/Tokyo' },
    }));

  it('keeps the range and the order of the author', () => {
    const date_ranges = [{ start_date: 'now-7d/d', end_date: 'now/d' }];
    const given = { ...query_json, date_ranges, order_by: { field_name: '-users' } };
    expect(sources(activities({ query_json: given }))[0]).toMatchObject({
      request: { date_ranges, order_by: { field_name: '-users' } },
    });
  });
});

describe('filters of the page', () => {
  const fragments = [
    { type: 'activities_analytics', filters: [exact('channel_id', '7')] },
    { type: 'collection_volumes', filters: [exact('collection', 'UserEvent')] },
  ];

  it('are added to the reports of their type', () => {
    expect(filtersOf(activities(), aPage({ fragments }))).toEqual([exact('channel_id', '7')]);
    expect(filtersOf(collections(), aPage({ fragments }))).toEqual([
      exact('collection', 'UserEvent'),
      exact('datamart_id', '1'),
    ]);
  });

  it('leave the clause of the author nested', () => {
    const clause = { operator: 'OR', filters: [exact('type', 'SITE_VISIT'), exact('event_type', '$page_view')] };
    const dataset = activities({ query_json: { ...query_json, dimension_filter_clauses: clause } });
    expect(filtersOf(dataset, aPage({ fragments }))).toEqual([clause, exact('channel_id', '7')]);
  });
});

describe('scope segments', () => {
  it.each([
    [true, [exact('segment_id', '42')]],
    [false, undefined],
    [undefined, undefined],
  ])('with adapt_to_scope %p', (adapt_to_scope, filters) => {
    expect(filtersOf(activities({ adapt_to_scope }), inSegment)).toEqual(filters);
    expect(filtersOf(activities({ adapt_to_scope }))).toBeUndefined();
  });

  it('replaces {SEGMENT_ID} in the uri of a data file', () => {
    const file = { type: 'data_file', uri: 'mics://data_file/{SEGMENT_ID}/{SEGMENT_ID}.json', JSON_path: '$' };
    expect(sources(file, inSegment)).toMatchObject([{ uri: 'mics://data_file/42/42.json' }]);
    expect(sources(file)).toMatchObject([{ uri: file.uri }]);
  });
});

describe('collection_volumes', () => {
  it.each([
    [
      'names no id',
      collections(exact('collection', 'UserEvent')),
      [exact('collection', 'UserEvent'), exact('datamart_id', '1')],
    ],
    ['names a datamart', collections(exact('datamart_id', '9')), [exact('datamart_id', '9')]],
    ['names an organisation', collections(exact('organisation_id', '3')), [exact('organisation_id', '3')]],
    ['is of another datamart', { ...collections(), datamart_id: 5 }, [exact('datamart_id', '5')]],
  ])('that %s', (_case, dataset, filters) => expect(filtersOf(dataset)).toEqual(filters));
});
