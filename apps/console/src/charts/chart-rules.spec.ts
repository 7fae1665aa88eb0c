import { describe, expect, it } from '@jest/globals';
import { aChart, aPoint, aSeries } from '../../test/chart-drawings.js';
import { dateZoneOf } from './date-zone-of.js';
import { fileNameOf } from './download-csv.js';
import { drillDown, openPoint } from './drill-down.js';
import { listRows } from './list-rows.js';

const nested = aSeries([aPoint('a', 3, [aPoint('x', 1), aPoint(null, 2, [aPoint('deep', 2)])]), aPoint('b', 4)]);
const keysAt = (path: (string | null)[]) => drillDown(nested, path).level.points.map(({ key }) => key);

describe('drillDown', () => {
  it.each([
    [[], ['a', 'b']],
    [['a'], ['x', null]],
    [['a', null], ['deep']],
    [['gone'], ['a', 'b']],
    [
      ['a', 'gone', null],
      ['x', null],
    ],
    [['b'], ['a', 'b']],
  ])('%j shows %j', (path, keys) => expect(keysAt(path)).toEqual(keys));

  it.each([
    [[], 0, ['a']],
    [[], 1, []],
    [[], 9, []],
    [['a'], 1, ['a', null]],
    [['a'], 0, ['a']],
  ])('in %j, a click on point %i opens %j', (path, index, opened) =>
    expect(openPoint(drillDown(nested, path), index)).toEqual(opened),
  );
});

describe('listRows', () => {
  it('lists the points of the last level', () =>
    expect(listRows(nested)).toMatchObject({
      headers: ['Key', 'Key 2', 'Key 3', 'users'],
      levels: 3,
      rows: [
        { keys: ['a', 'x'], values: [1] },
        { keys: ['a', '(none)', 'deep'], values: [2] },
        { keys: ['b'], values: [4] },
      ],
    }));

  it('lists a number', () =>
    expect(listRows({ kind: 'number', value: null, title: 'rate' })).toMatchObject({
      headers: ['rate'],
      levels: 0,
      rows: [{ keys: [], values: [null] }],
    }));
});

const report = (...dimensions: string[]) => ({
  type: 'activities_analytics',
  query_json: { dimensions: dimensions.map((name) => ({ name })), metrics: [{ expression: 'users' }] },
});

const inTokyo = {
  ...report('date_yyyy_mm_dd'),
  query_json: { ...report('date_yyyy_mm_dd').query_json, time_zone: 'Asia/Tokyo' },
};

describe('dateZoneOf', () => {
  it.each([
    [report('date_yyyy_mm_dd', 'channel_id'), 'Europe/Paris'],
    [report('channel_id', 'date_yyyy_mm_dd'), undefined],
    [report(), undefined],
    [report('date_time'), 'UTC'],
    [inTokyo, 'Asia/Tokyo'],
    [{ type: 'join', sources: [inTokyo, report('type')] }, 'Asia/Tokyo'],
    [{ type: 'join', sources: [report('date_yyyy_mm_dd'), report('type')] }, 'Europe/Paris'],
    [{ type: 'to-list', sources: [report('date_yyyy_mm_dd')] }, undefined],
    [{ type: 'data_file', uri: 'x', JSON_path: '$' }, undefined],
  ])('%j: %s', (dataset, expected) => expect(dateZoneOf(aChart(dataset).dataset, 'Europe/Paris')).toBe(expected));
});

describe('fileNameOf', () => {
  it.each([
    ['Visits per day', 'Visits-per-day'],
    ['../été: 50 %', 'été-50'],
    ['', 'chart'],
    ['///', 'chart'],
  ])('%j → %j', (title, name) => expect(fileNameOf(title)).toBe(name));
});
