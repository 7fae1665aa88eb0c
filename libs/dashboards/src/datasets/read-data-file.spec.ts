import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maxDescents, maxPathLength, readDataFile } from './read-data-file.js';

const points = [
  { key: 'a', value: 1 },
  { key: 2, value: 3, buckets: [{ key: 'x', value: 1 }] },
  { key: null, count: 5 },
  { value: 9 },
  'x',
];
const json = { a: { b: 7, list: points, map: { x: 1, y: 'no', z: 2 }, text: 'x' }, rows: [{ day: 'Mon', visits: 4 }] };
const series = {
  kind: 'series',
  titles: ['value'],
  points: [
    { key: 'a', cells: [{ value: 1 }] },
    { key: '2', cells: [{ value: 3 }], points: [{ key: 'x', cells: [{ value: 1 }] }] },
    { key: null, cells: [{ value: 5 }] },
  ],
};

describe('readDataFile', () => {
  it.each<[string, unknown]>([
    ['$.a.b', { kind: 'number', value: 7 }],
    [' $.a.b ', { kind: 'number', value: 7 }],
    ['$..b', { kind: 'number', value: 7 }],
    ["$['a']['b']", { kind: 'number', value: 7 }],
    ['$.a.list', series],
    ['$.a.list[*]', series],
    ['$.a.list[0]', { ...series, points: series.points.slice(0, 1) }],
    ['$.a.list[0].value', { kind: 'number', value: 1 }],
    ['$.a.list[?@.key=="a"]', { ...series, points: series.points.slice(0, 1) }],
    [
      '$.a.map',
      {
        kind: 'series',
        titles: ['value'],
        points: [
          { key: 'x', cells: [{ value: 1 }] },
          { key: 'z', cells: [{ value: 2 }] },
        ],
      },
    ],
    ['$.a.list[9:]', 'JSON_path $.a.list[9:] selects nothing'],
    ['$.a.text', 'JSON_path $.a.text selects neither a number nor points'],
    ['a.b', expect.stringContaining('JSON_path "a.b" cannot be read')],
    ['$[(@.length-1)]', expect.stringContaining('cannot be read')],
    ['$.a[?search(@.x, "(a+)+$")]', 'JSON_path must not use match() or search()'],
    [`$.${'a'.repeat(maxPathLength)}`, `JSON_path is longer than ${maxPathLength} characters`],
    [`$${'..a'.repeat(maxDescents + 1)}`, `JSON_path has more than ${maxDescents} ".."`],
  ])('reads %s', (path, expected) => expect(readDataFile(json, path)).toEqual(expected));

  it('takes the value from the property of series_title, the key from that of xKey', () => {
    expect(readDataFile(json, '$.rows', { title: 'visits', xKey: 'day' })).toEqual({
      kind: 'series',
      titles: ['visits'],
      points: [{ key: 'Mon', cells: [{ value: 4 }] }],
    });
  });

  it('reads an empty list', () => {
    expect(readDataFile([], '$')).toEqual({ kind: 'series', titles: ['value'], points: [] });
  });

  it('runs no code', () => {
    expect(readDataFile(json, '$..[?(globalThis.hacked = 1)]')).toEqual(expect.stringContaining('cannot be read'));
    expect('hacked' in globalThis).toBe(false);
  });

  it('never throws', () => {
    const path = fc.oneof(fc.string(), fc.constantFrom('$', '$..*', '$[*]', '$..key', '$[-1]', '$.a.b'));
    fc.assert(fc.property(fc.jsonValue(), path, (value, given) => void readDataFile(value, given)));
  });
});
