import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aView } from '../../test/page.js';
import { filterNames } from '../content/dashboard-content.js';
import { readContent } from '../content/read-content.js';
import { applySelections, filteredTypes } from './apply-selections.js';
import { filterValuesRequest, readFilterValues, readListedValues } from './filter-values.js';
import { parseSelections, printSelections } from './selections.js';

const fragment = (operator: string, type = 'activities_analytics') => ({
  type,
  fragment: [{ dimension_name: 'channel_id', operator, expressions: ['$values', 'old'] }],
});
const aFilter = (difference: object = {}) => ({
  technical_name: 'channels',
  title: 'Channels',
  multi_select: true,
  query_fragments: [fragment('IN_LIST')],
  ...difference,
});
const read = (...filters: object[]) => readContent({ available_filters: filters }).filters;
const applied = (filter: object, ...channels: string[]) => applySelections(read(filter), { channels });
const channelIs = (operator: string, ...expressions: string[]) => [
  { type: 'activities_analytics', filters: [{ dimension_name: 'channel_id', operator, expressions }] },
];

describe('applySelections', () => {
  it('replaces the expressions, whole', () => {
    expect(applied(aFilter(), '1', '2')).toEqual(channelIs('IN_LIST', '1', '2'));
  });

  it('adds nothing without a selection', () => {
    expect(applied(aFilter())).toEqual([]);
    expect(applySelections(read(aFilter()), { segments: ['1'] })).toEqual([]);
  });

  it('takes one value of a filter that is not multi_select', () => {
    expect(applied(aFilter({ multi_select: false }), '1', '2')).toEqual(channelIs('IN_LIST', '1'));
  });

  it('turns EXACT, which compares with one value, into IN_LIST for several', () => {
    const exact = aFilter({ query_fragments: [fragment('EXACT')] });
    expect(applied(exact, '1')).toEqual(channelIs('EXACT', '1'));
    expect(applied(exact, '1', '2')).toEqual(channelIs('IN_LIST', '1', '2'));
  });

  it.each([
    ['OTQL', { type: 'otql', starting_object_type: 'UserPoint', fragment: 'channel IN $values' }],
    ['a text', { type: 'activities_analytics', fragment: 'x' }],
    ['no filters', { type: 'activities_analytics', fragment: [] }],
    ['a malformed filter', { type: 'activities_analytics', fragment: [{ dimension_name: 'x', operator: 'IS' }] }],
  ])('adds nothing for a fragment of %s, which has no effect', (_case, query_fragment) => {
    const filter = aFilter({ query_fragments: [query_fragment] });
    expect(applied(filter, '1')).toEqual([]);
    expect(read(filter).map(filteredTypes)).toEqual([[]]);
  });

  it('names the types of datasets that a filter changes', () => {
    const filter = aFilter({ query_fragments: [fragment('EXACT'), fragment('EXACT', 'Collection_Volumes')] });
    expect(read(filter).map(filteredTypes)).toEqual([['activities_analytics', 'collection_volumes']]);
  });
});

describe('the values of a filter', () => {
  it.each([
    ['channels', { kind: 'report', request: { metrics: [], dimensions: [{ name: 'channel_id' }] } }],
    ['segments', { kind: 'report', request: { metrics: [], dimensions: [{ name: 'segment_id' }] } }],
    ['organisations', { kind: 'organisations' }],
    ['compartments', { kind: 'compartments' }],
  ] as const)('%s', (name, request) => expect(filterValuesRequest(name)).toMatchObject(request));

  it('are the rows of the report, but null', () => {
    expect(
      readFilterValues(aView(['channel_id'], [7], [null], ['x']), (id) => (id === '7' ? 'Site' : undefined)),
    ).toEqual([
      { value: '7', label: 'Site' },
      { value: 'x', label: 'x' },
    ]);
  });

  it('are the listed resources', () => {
    expect(readListedValues([{ id: '1', name: 'One' }, { compartment_id: 'default' }, { name: 'no id' }])).toEqual([
      { value: '1', label: 'One' },
      { value: 'default', label: 'default' },
    ]);
  });
});

describe('selections in a URL', () => {
  it('prints the names in their order', () => {
    expect(printSelections({ channels: ['1', 'a b&c'], segments: ['2'] })).toBe(
      'filter.segments=2&filter.channels=1&filter.channels=a%20b%26c',
    );
  });

  it.each([
    ['', {}],
    ['?tab=1&filter.moods=1&filter.channels', {}],
    ['?filter.channels=1&filter.channels=1', { channels: ['1'] }],
    ['filter.channels=%E0%A4%A&filter.channels=a+b', { channels: ['a b'] }],
    ['filter.channels=a=b', { channels: ['a=b'] }],
  ])('parses %p', (query, selections) => expect(parseSelections(query)).toEqual(selections));

  it('parses what it printed', () => {
    const values = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 });
    const selections = fc.dictionary(fc.constantFrom(...filterNames), values, { noNullPrototype: true });
    fc.assert(fc.property(selections, (given) => expect(parseSelections(printSelections(given))).toEqual(given)));
  });
});
