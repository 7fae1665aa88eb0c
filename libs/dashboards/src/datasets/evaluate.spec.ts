import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { answer, aPage, aReport, aView } from '../../test/page.js';
import { readDataset } from '../content/read-dataset.js';
import { transformationTypes } from '../content/read-transformation.js';
import { evaluate, rowsShown } from './evaluate.js';
import { sourcesOf, type SourceResult } from './source.js';

const page = aPage();
const report = (dimension?: string, difference: object = {}) => ({
  type: 'activities_analytics',
  query_json: { metrics: [{ expression: 'users' }], dimensions: dimension ? [{ name: dimension }] : [] },
  ...difference,
});
const aNumber = aReport(aView(['users'], [4]));
const aList = aReport(aView(['type', 'users'], ['a', 1], ['b', 3]));
const run = (dataset: object, ...results: SourceResult[]) => {
  const read = readDataset(dataset, 'dataset');
  return evaluate(read, page, answer(sourcesOf(read, page), ...results));
};
const of = (type: string, ...sources: object[]) => ({ type, sources, reduce_options: { type: 'sum' } });

describe('evaluate', () => {
  it('chains transformations', () => {
    const share = of('ratio', report(), of('REDUCE', of('to-percentages', report('type'))));
    expect(run(of('to-list', { ...share, series_title: 'share' }), aNumber, aList)).toEqual({
      kind: 'series',
      titles: ['count'],
      points: [{ key: 'share', cells: [{ value: 0.04 }] }],
    });
  });

  it('names the only series of a transformation by its series_title', () => {
    expect(run({ ...of('to-percentages', report('type')), series_title: 'Share' }, aList)).toMatchObject({
      titles: ['Share'],
    });
  });

  it('labels ids by the names of the page', () => {
    const dataset = readDataset(
      { type: 'get-decorators', sources: [report('channel_id')], decorators_options: { model_type: 'channels' } },
      'dataset',
    );
    const named = aPage({ nameOf: (type, id) => `${type} ${id}` });
    expect(evaluate(dataset, named, answer(sourcesOf(dataset, named), aList))).toMatchObject({
      points: [{ key: 'a', label: 'CHANNELS a' }, { label: 'CHANNELS b' }],
    });
  });

  it('reads a data file by the key of the chart', () => {
    const dataset = readDataset({ type: 'data_file', uri: 'u', JSON_path: '$', series_title: 'n' }, 'dataset');
    const results = answer(sourcesOf(dataset, page), { kind: 'data_file', json: [{ day: 'Mon', n: 4 }] });
    expect(evaluate(dataset, page, results, { xKey: 'day' })).toMatchObject({
      points: [{ key: 'Mon', cells: [{ value: 4 }] }],
    });
  });

  it('reads the path of the segment', () => {
    const dataset = readDataset({ type: 'data_file', uri: 'u', JSON_path: '$["{SEGMENT_ID}"]' }, 'dataset');
    const segment = aPage({ scope: { type: 'segments', segmentId: '42' } });
    const results = answer(sourcesOf(dataset, segment), { kind: 'data_file', json: { 42: 7 } });
    expect(evaluate(dataset, segment, results)).toEqual({ kind: 'number', value: 7 });
  });

  it.each<[string, object, SourceResult[], object]>([
    ['an unknown type', { type: 'otql' }, [], { reason: 'not-computable', message: "can't be computed here: otql" }],
    [
      'a malformed source',
      { type: 'data_file' },
      [],
      { reason: 'invalid', message: 'cannot be drawn: uri is required' },
    ],
    [
      'an unknown type within',
      of('join', report('type'), { type: 'data_ingestion' }),
      [],
      { reason: 'not-computable', path: 'dataset.sources[1]', message: "can't be computed here: data_ingestion" },
    ],
    ['no answer yet', report(), [], { reason: 'pending', path: 'dataset' }],
    [
      'a failed request',
      of('join', report('type')),
      [{ kind: 'failed', message: 'metrics[0].expression: "users" does not exist', errorId: 'e-1' }],
      { reason: 'source', path: 'dataset.sources[0]', message: expect.stringContaining('users'), errorId: 'e-1' },
    ],
    ['an answer of another kind', report(), [{ kind: 'data_file', json: 1 }], { reason: 'source' }],
    ['no sources', of('join'), [], { reason: 'arity', message: 'join needs at least 1 source, it has 0' }],
    ['sources that are no list', { type: 'to-list', sources: 5 }, [], { reason: 'arity' }],
    [
      'too many sources',
      of('to-percentages', report('type'), report('type')),
      [aList],
      { reason: 'arity', message: 'to-percentages needs 1 source, it has 2' },
    ],
    ['one source', of('index', report('type')), [aList], { message: 'index needs 2 sources, it has 1' }],
    [
      'a number for a series',
      of('join', report('type'), report()),
      [aList, aNumber],
      { reason: 'kind', message: 'join needs series with keys, source 2 is a number' },
    ],
    [
      'a series for a number',
      of('ratio', report(), report('type')),
      [aNumber, aList],
      { reason: 'kind', message: 'ratio needs numbers, source 2 is a series' },
    ],
    [
      'a key that is no date',
      { ...of('format-dates', report('type')), date_options: { format: 'YYYY' } },
      [aList],
      { reason: 'invalid', message: 'format-dates: "a" is no date' },
    ],
  ])('fails for %s', (_case, dataset, results, expected) => {
    expect(run(dataset, ...results)).toMatchObject({ kind: 'failure', ...expected });
  });

  it('reduces a number to itself', () => {
    expect(run(of('reduce', report()), aNumber)).toEqual({ kind: 'number', value: 4, title: 'users' });
  });

  it('says which rows a report has, if it lacks some', () => {
    const dataset = readDataset(of('to-percentages', report('type')), 'dataset');
    const newest: SourceResult = { kind: 'report', view: aView(['type', 'users'], ['a', 1]), shown: 'newest' };
    const shown = (result: SourceResult) => rowsShown(dataset, page, answer(sourcesOf(dataset, page), result));
    expect([shown(aList), shown(newest)]).toEqual(['all', 'newest']);
  });

  it('adds up the days without data, before a transformation', () => {
    const period = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 3) };
    const day: SourceResult = { kind: 'report', view: aView(['date_yyyy_mm_dd', 'users'], ['2026-01-02', 4]), period };
    expect(run(report('date_yyyy_mm_dd'), day)).toMatchObject({
      points: [{ cells: [{ value: 0 }] }, { cells: [{ value: 4 }] }, { cells: [{ value: 0 }] }],
    });
  });

  it('never throws, whichever the dataset and the answers', () => {
    const type = fc.constantFrom(
      ...transformationTypes,
      'activities_analytics',
      'collection_volumes',
      'data_file',
      'otql',
    );
    const { dataset } = fc.letrec<{ dataset: unknown }>((tie) => ({
      dataset: fc.oneof(
        { maxDepth: 4 },
        fc.jsonValue(),
        fc.record({
          type,
          query_json: fc.record({
            metrics: fc.constantFrom([], [{ expression: 'users' }], 5),
            dimensions: fc.constantFrom([], [{ name: 'a' }], [{ name: 'a' }, { name: 'b' }]),
          }),
          uri: fc.constant('u'),
          JSON_path: fc.constantFrom('$', '$.a', '$..b', '('),
          sources: fc.array(tie('dataset'), { maxLength: 3 }),
          date_options: fc.jsonValue(),
          options: fc.jsonValue(),
          decorators_options: fc.jsonValue(),
          reduce_options: fc.record({ type: fc.constantFrom('sum', 'max', 'avg') }),
        }),
      ),
    }));
    const cell = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    const view = fc.array(fc.array(cell, { maxLength: 4 })).map((rows) => aReport(aView(['a', 'b', 'users'], ...rows)));
    const file = fc.jsonValue().map((json): SourceResult => ({ kind: 'data_file', json }));
    fc.assert(
      fc.property(dataset, fc.array(fc.oneof(view, file), { maxLength: 4 }), (value, results) => {
        const read = readDataset(value, 'dataset');
        expect(['number', 'series', 'failure']).toContain(
          evaluate(read, page, answer(sourcesOf(read, page), ...results)).kind,
        );
      }),
      { numRuns: 500 },
    );
  });
});
