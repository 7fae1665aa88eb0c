import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aSeries } from '../../test/series.js';
import { toCsv } from './to-csv.js';

describe('toCsv', () => {
  it('writes a number', () => {
    expect(toCsv({ kind: 'number', value: 5, title: 'users' })).toBe('users\r\n5\r\n');
    expect(toCsv({ kind: 'number', value: null })).toBe('value\r\n\r\n');
  });

  it('names a time zone in a last column', () => {
    const timeZone = 'Europe/Paris';
    expect(toCsv(aSeries('n', ['2026-11-21', 1]), { timeZone })).toBe(
      'key,n,time_zone\r\n2026-11-21,1,Europe/Paris\r\n',
    );
    expect(toCsv({ kind: 'number', value: 5 }, { timeZone })).toBe('value\r\n5\r\n');
  });

  it('writes a line for each point, labels instead of keys', () => {
    const series = {
      kind: 'series' as const,
      titles: ['users', 'visits'],
      points: [
        { key: '1', label: 'Site', cells: [{ value: 1.5 }, { value: null }] },
        { key: null, cells: [{ value: -2 }, { value: 0 }] },
      ],
    };
    expect(toCsv(series)).toBe('key,users,visits\r\nSite,1.5,\r\n(none),-2,0\r\n');
  });

  it('has names beside the ids of a level that have one', () => {
    const series = { ...aSeries('users', ['1', 3, [['a', 3]]], ['9', 2]), levels: ['channel_id', 'event_type'] };
    const nameOf = (dimension: string, value: string) =>
      dimension === 'channel_id' && value === '1' ? 'Shop' : undefined;
    expect(toCsv(series, { nameOf })).toBe('channel_id,channel_name,event_type,users\r\n1,Shop,a,3\r\n9,,,2\r\n');
    expect(toCsv(series)).toBe('channel_id,event_type,users\r\n1,a,3\r\n9,,2\r\n');
  });

  it('writes a column for each level, a line for each point of the last', () => {
    const series = aSeries(
      'users',
      [
        'a',
        3,
        [
          ['x', 1],
          ['y', 2],
        ],
      ],
      ['b', 4],
    );
    expect(toCsv(series)).toBe('key,key 2,users\r\na,x,1\r\na,y,2\r\nb,,4\r\n');
  });

  it.each([
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['  =1', "'  =1"],
    ['\r=1', '"\'\r=1"'],
    ['＝1', "'＝1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    ['2026-01-31', '2026-01-31'],
  ])('writes the key %j as %s', (key, field) => {
    expect(toCsv(aSeries('n', [key, 1]))).toBe(`key,n\r\n${field},1\r\n`);
    expect(toCsv(aSeries(key))).toBe(`key,${field}\r\n`);
  });

  it('starts with a byte order mark when it is asked for', () => {
    expect(toCsv(aSeries('n'), { bom: true })).toBe('\uFEFFkey,n\r\n');
  });

  it('reads back, but for the apostrophe of a formula', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', '=', ' ', 'é') });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.integer()), { maxLength: 5 }), (points) => {
        const [, ...lines] = parseCsv(toCsv(aSeries('n', ...points)));
        expect(lines.map(([key]) => key?.replace(/^'/, ''))).toEqual(points.map(([key]) => key));
        expect(lines.map(([, value]) => Number(value))).toEqual(points.map(([, value]) => value));
      }),
    );
  });
});

/** RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  const row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push(row.splice(0));
  }
  return rows;
}
