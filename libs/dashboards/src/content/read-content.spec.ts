import { describe, expect, it } from '@jest/globals';
import { parseJson } from '@tributary/client/exact-json';
import fc from 'fast-check';
import type { Chart } from './dashboard-content.js';
import { readContent } from './read-content.js';
import { maxDatasetDepth } from './read-dataset.js';
import { maxSources } from './read-transformation.js';

const report = { type: 'activities_analytics', query_json: { metrics: [{ expression: 'users' }] } };
const withCard = (card: unknown) => ({ sections: [{ cards: [card] }] });
const readCard = (card: unknown) => readContent(withCard(card)).sections[0]?.cards[0];
const readChart = (chart: unknown) => readCard({ x: 0, y: 0, w: 1, h: 1, charts: [chart] })?.charts[0] as Chart;
const nest = (levels: number): object => (levels === 0 ? report : { type: 'join', sources: [nest(levels - 1)] });

describe('readContent', () => {
  it.each([null, 5, 'x', [], {}, { sections: 5 }, { sections: null, available_filters: 'x' }])(
    'reads %j as empty',
    (content) => expect(readContent(content)).toEqual({ sections: [], filters: [] }),
  );

  it('names what has no id by its position', () => {
    const content = readContent(
      withCard({
        charts: [
          { type: 'Pie', dataset: report },
          { id: 7, chart_id: 'a' },
        ],
      }),
    );
    const [section] = content.sections;
    expect([section?.id, section?.cards[0]?.id, ...(section?.cards[0]?.charts ?? []).map(({ id }) => id)]).toEqual([
      'section0',
      'section0-card0',
      'section0-card0-chart0',
      '7',
    ]);
  });

  it.each([
    ['is inside of the grid', { x: 4, y: 2, w: 8, h: 5 }, { x: 4, y: 2, w: 8, h: 5 }],
    ['exceeds the grid', { x: 8, y: 0, w: 8, h: 5 }, { x: 8, y: 0, w: 4, h: 5 }],
    ['begins beyond the grid', { x: 40, y: 0, w: 3, h: 5 }, { x: 11, y: 0, w: 1, h: 5 }],
    ['is malformed', { x: -1, y: 'a', w: 0, h: 1e9 }, { x: 0, y: 0, w: 1, h: 1_000 }],
  ])('places a card that %s', (_case, card, placed) => {
    expect(readCard(card)).toMatchObject({ ...placed, layout: 'horizontal', charts: [] });
  });

  it.each([
    ['no object', 5, 'it is no object'],
    ['no type', { dataset: report }, 'it has no type'],
    ['an unknown type', { type: 'Pies', dataset: report }, 'its type "Pies" is unknown'],
    ['no dataset', { type: 'Pie' }, 'it has no dataset'],
    ['a dataset without type', { type: 'Pie', dataset: {} }, 'its dataset has no type'],
    ['no query', { type: 'Pie', dataset: { type: 'activities_analytics' } }, 'query_json is required'],
    [
      'malformed metrics',
      { type: 'Pie', dataset: { type: 'collection_volumes', query_json: { metrics: ['count'] } } },
      'query_json.metrics must be a list of {expression}',
    ],
    [
      'two date ranges',
      { type: 'Pie', dataset: { ...report, query_json: { ...report.query_json, date_ranges: [{}, {}] } } },
      'query_json.date_ranges must hold one {start_date, end_date}',
    ],
    ['no uri', { type: 'Pie', dataset: { type: 'data_file', JSON_path: '$' } }, 'uri is required'],
    ['no JSON_path', { type: 'Pie', dataset: { type: 'data_file', uri: 'x' } }, 'JSON_path is required'],
    [
      'an unknown reducer',
      { type: 'Metric', dataset: { type: 'reduce', sources: [report], reduce_options: { type: 'median' } } },
      'reduce_options.type must be one of max, min, sum, avg, count, first, last',
    ],
    [
      'too many sources',
      { type: 'Pie', dataset: { type: 'join', sources: Array.from({ length: maxSources + 1 }, () => report) } },
      `join has more than ${maxSources} sources`,
    ],
  ])('says why a chart with %s cannot be drawn', (_case, chart, reason) => {
    expect(readChart(chart)).toMatchObject({ kind: 'broken', reason, raw: chart });
  });

  it('reads a reference, which needs no type', () => {
    expect(readChart({ chart_id: 12 })).toMatchObject({ kind: 'reference', chartId: '12' });
  });

  it.each(['otql', 'resources_usage', 'data_ingestion', 'Weather'])('keeps a dataset of the type %s', (type) => {
    expect(readChart({ type: 'Pie', dataset: { type } })).toMatchObject({ dataset: { kind: 'not-computable', type } });
  });

  it('limits the nesting of datasets', () => {
    expect(JSON.stringify(readChart({ type: 'Pie', dataset: nest(maxDatasetDepth) }))).not.toContain('invalid');
    expect(JSON.stringify(readChart({ type: 'Pie', dataset: nest(maxDatasetDepth + 1) }))).toContain('deeper than 20');
    expect(() => readChart({ type: 'Pie', dataset: nest(5_000) })).not.toThrow();
  });

  it('reads types in any case, and fields in camelCase', () => {
    const snake = {
      type: 'Area',
      dataset: {
        type: 'index',
        sources: [
          {
            type: 'activities_analytics',
            adapt_to_scope: true,
            datamart_id: 2,
            series_title: 'a',
            query_json: report.query_json,
          },
          { type: 'format-dates', sources: [], date_options: { format: 'YYYY', buckets: { format: 'MM' } } },
          { type: 'get-decorators', sources: [], decorators_options: { model_type: 'CHANNELS' } },
          { type: 'reduce', sources: [], reduce_options: { type: 'sum' } },
          { type: 'data_file', uri: 'u', JSON_path: '$' },
        ],
        options: { minimum_percentage: 3, sort: 'ascending', limit: 4 },
      },
    };
    const camel = JSON.parse(
      JSON.stringify(snake)
        .replaceAll(/"(\w+)_(\w+)":/g, (_all, a: string, b: string) => `"${a}${b[0]?.toUpperCase()}${b.slice(1)}":`)
        .replaceAll('minimum_percentage', 'minimumPercentage')
        .replaceAll('adaptTo_scope', 'adaptToScope')
        .replaceAll('adapt_toScope', 'adaptToScope')
        .replaceAll('"index"', '"INDEX"')
        .replaceAll('"Area"', '"area"'),
    ) as unknown;
    const withoutRaw = (chart: Chart) => ({ ...chart, raw: undefined });
    expect(withoutRaw(readChart(camel))).toEqual(withoutRaw(readChart(snake)));
    expect(readChart(snake)).toMatchObject({
      dataset: {
        options: { minimumPercentage: 3, sort: 'ascending', limit: 4 },
        sources: [
          { adaptToScope: true, datamartId: '2', title: 'a' },
          { options: { format: 'YYYY', buckets: { format: 'MM' } } },
          { options: { modelType: 'CHANNELS' } },
          { reducer: 'sum' },
          { jsonPath: '$' },
        ],
      },
    });
  });

  it('reads numbers in any spelling, and keeps those that a query only sends', () => {
    const dataset = `{"type":"activities_analytics","query_json":{"metrics":[{"expression":"users"}],
      "dimension_filter_clauses":{"filters":[{"dimension_name":"segment_id","operator":"IN_LIST",
      "expressions":[9007199254740993,1.10,1e400]}]}}}`;
    const { dataset: query } = readChart(parseJson(`{"type":"Pie","dataset":${dataset}}`)) as Extract<
      Chart,
      { kind: 'chart' }
    >;
    expect(JSON.stringify(query)).toContain('"expressions":[9007199254740993,1.10]');
    const index = `{"type":"index","sources":[${dataset}],"options":{"limit":4.0,"minimum_percentage":1.50}}`;
    expect(readChart(parseJson(`{"type":"Pie","dataset":${index}}`))).toMatchObject({
      dataset: { options: { limit: 4, minimumPercentage: 1.5 } },
    });
  });

  it('reads the filters that it knows, each once', () => {
    const fragments = [{ type: 'ACTIVITIES_ANALYTICS', fragment: [1] }, { fragment: [] }, 5];
    const filters = [
      { technical_name: 'Channels', title: 'Channels', multi_select: true, query_fragments: fragments },
      { technical_name: 'channels', title: 'Again' },
      { technical_name: 'moods' },
      { technicalName: 'segments' },
      5,
    ];
    expect(readContent({ sections: [], available_filters: filters }).filters).toEqual([
      {
        technicalName: 'channels',
        title: 'Channels',
        multiSelect: true,
        fragments: [{ type: 'activities_analytics', fragment: [1] }],
      },
      { technicalName: 'segments', title: 'segments', multiSelect: false, fragments: [] },
    ]);
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (content) => void readContent(content)));
  });
});
