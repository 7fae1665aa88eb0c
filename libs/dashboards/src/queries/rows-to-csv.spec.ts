import { describe, expect, it } from '@jest/globals';
import { rowsToCsv } from './rows-to-csv.js';

describe('rowsToCsv', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['line\r\nbreak', '"line\r\nbreak"'],
    ['=1+1', "'=1+1"],
    [null, ''],
    [-3.5, '-3.5'],
    [true, 'true'],
  ])('writes %j', (value, expected) =>
    expect(rowsToCsv({ columns_headers: ['a', 'b'], rows: [[value, 1]] })).toBe(`a,b\r\n${expected},1\r\n`),
  );

  it('starts with a mark that spreadsheets know, if asked for', () =>
    expect(rowsToCsv({ columns_headers: ['a'], rows: [] }, { bom: true })).toBe('\uFEFFa\r\n'));

  it('has names beside the ids that have one', () => {
    const report = {
      columns_headers: ['channel_id', 'users'],
      rows: [
        ['1', 3],
        ['9', 2],
      ],
    };
    const nameOf = (dimension: string, value: string) =>
      `${dimension} ${value}` === 'channel_id 1' ? 'Shop' : undefined;
    expect(rowsToCsv(report, { nameOf })).toBe('channel_id,channel_name,users\r\n1,Shop,3\r\n9,,2\r\n');
    expect(rowsToCsv(report, { nameOf: () => undefined })).toBe('channel_id,users\r\n1,3\r\n9,2\r\n');
  });

  it('names the time zone beside dates, and not elsewhere', () => {
    const timeZone = 'Europe/Paris';
    const byDay = { columns_headers: ['date_yyyy_mm_dd', 'users'], rows: [['2026-11-21', 1]] };
    expect(rowsToCsv(byDay, { timeZone })).toBe('date_yyyy_mm_dd,users,time_zone\r\n2026-11-21,1,Europe/Paris\r\n');
    expect(rowsToCsv({ columns_headers: ['users'], rows: [[1]] }, { timeZone })).toBe('users\r\n1\r\n');
  });
});
