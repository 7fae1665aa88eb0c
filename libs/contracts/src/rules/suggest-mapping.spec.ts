import { describe, expect, it } from '@jest/globals';
import { mappingProblem } from './column-mapping.js';
import { suggestForm, suggestMapping } from './suggest-mapping.js';

const usesOf = (document_type: Parameters<typeof suggestMapping>[0], table: Record<string, string[]>) => {
  const columns = Object.keys(table);
  const count = Math.max(...Object.values(table).map(({ length }) => length));
  const rows = Array.from({ length: count }, (_, index) => columns.map((name) => table[name]?.[index] ?? ''));
  return suggestMapping(document_type, { columns, rows }).columns.map(({ use, form }) => `${use} ${form}`);
};

describe('the suggested mapping', () => {
  it.each<[string, Record<string, string[]>, string[]]>([
    [
      'an ordinary list of customers',
      { email: ['ann@example.org', ''], name: ['Ann', 'Bo'], plan: ['pro', 'free'] },
      ['EMAIL TEXT', 'PROPERTY TEXT', 'PROPERTY TEXT'],
    ],
    [
      'names with capitals and spaces',
      { 'Customer ID': ['17'], 'E-Mail': ['null'], 'Postal code': ['01234'], Age: ['42'] },
      ['ACCOUNT NUMBER', 'EMAIL TEXT', 'PROPERTY TEXT', 'PROPERTY NUMBER'],
    ],
    [
      'content under names that say nothing',
      { a: ['ann@example.org'], b: ['ab'.repeat(32)], c: ['web:1:x'], d: ['2026-01-02'], e: ['31/12/2025'] },
      ['EMAIL TEXT', 'EMAIL_HASH TEXT', 'AGENT TEXT', 'PROPERTY ISO', 'PROPERTY DMY'],
    ],
    ['a second column of addresses', { email: ['a@b.c'], other: ['d@e.f'] }, ['EMAIL TEXT', 'PROPERTY TEXT']],
    ['a UUID', { ref_id: ['1f0d6b9a-6d0c-8b3e-9c55-0d2f4a7be101'] }, ['ACCOUNT TEXT']],
    ['long numbers', { id: ['1'], order: ['1700000000'] }, ['ACCOUNT NUMBER', 'PROPERTY NUMBER']],
  ])('of %s', (_case, table, expected) => expect(usesOf('USER_PROFILE', table)).toEqual(expected));

  it('of segments and activities finds their own columns', () => {
    expect(usesOf('USER_SEGMENT', { uid: ['u'], list: ['vip'], expires: ['1790000000000'] })).toEqual([
      'ACCOUNT TEXT',
      'SEGMENT TEXT',
      'EXPIRATION MILLISECONDS',
    ]);
    expect(usesOf('USER_ACTIVITY', { uid: ['u'], event: ['buy'], timestamp: ['1790000000'], amount: ['1.5'] })).toEqual(
      ['ACCOUNT TEXT', 'EVENT TEXT', 'TIME SECONDS', 'PROPERTY NUMBER'],
    );
  });

  it.each<[string[], string]>([
    [['1', '2.5', '-3'], 'NUMBER'],
    [['007'], 'TEXT'],
    [['true', 'No'], 'BOOLEAN'],
    [['12/31/2025'], 'MDY'],
    [['2026-02-30'], 'TEXT'],
    [['2026-01-02T03:04:05+02:00', '2026-01-02 03:04'], 'ISO'],
    [['12345678901234567'], 'TEXT'],
    [[''], 'TEXT'],
  ])('%j has the form %s', (cells, form) => expect(suggestForm(cells)).toBe(form));

  it('is refused without a person, with two uses of a kind and with names that a profile cannot have', () => {
    const { columns, ...rest } = suggestMapping('USER_PROFILE', { columns: ['uid', 'a', 'b'], rows: [] });
    const problemWith = (change: object, index: number) =>
      mappingProblem({ ...rest, columns: columns.map((one, at) => (at === index ? { ...one, ...change } : one)) });
    expect(mappingProblem({ ...rest, columns })).toBeUndefined();
    expect(problemWith({ use: 'IGNORE' }, 0)).toMatch(/identifies a person/);
    expect(problemWith({ use: 'ACCOUNT' }, 1)).toMatch(/Two columns/);
    expect(problemWith({ name: '' }, 1)).toMatch(/no name/);
    expect(problemWith({ name: '$ts' }, 1)).toMatch(/cannot be/);
    expect(problemWith({ name: 'b' }, 1)).toMatch(/Two columns/);
    expect(mappingProblem({ ...rest, document_type: 'USER_SEGMENT', columns })).toMatch(/segment/);
    expect(mappingProblem({ ...rest, document_type: 'USER_ACTIVITY', columns })).toMatch(/event/);
  });
});
