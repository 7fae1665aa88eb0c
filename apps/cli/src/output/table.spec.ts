import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { drawTable } from './table.js';
import { fit, widthOf } from './text-width.js';

describe('drawTable', () => {
  it('aligns texts left and numbers right', () =>
    expect(
      drawTable({
        headers: ['channel', 'users'],
        rows: [
          ['a', 7],
          ['site', 1200],
        ],
      }),
    ).toEqual(['CHANNEL  USERS', 'a            7', 'site      1200']));

  it('lists names and values without headers', () =>
    expect(
      drawTable({
        rows: [
          ['id', '1'],
          ['name', null],
          ['isOpen', false],
        ],
      }),
    ).toEqual(['id      1', 'name', 'isOpen  false']));

  it('shows what a terminal would obey', () =>
    expect(drawTable({ rows: [['\u001b[2J\u009b2J\nx\u202e']] })).toEqual(['\\u001b[2J\\u009b2J\\nx\\u202e']));

  it('cuts the widest column to the terminal', () =>
    expect(drawTable({ headers: ['id', 'text'], rows: [['12', 'a long text that goes on']] }, 20)).toEqual([
      'ID  TEXT',
      '12  a long text tha…',
    ]));

  it('counts what is drawn twice as wide', () =>
    expect(
      drawTable({
        rows: [
          ['日本', 'x'],
          ['abcd', 'y'],
        ],
      }),
    ).toEqual(['日本  x', 'abcd  y']));

  it('fits into every terminal that is wide enough for its columns', () =>
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ maxLength: 40 }), { minLength: 3, maxLength: 3 }), { minLength: 1 }),
        fc.integer({ min: 22, max: 200 }),
        (rows, width) => {
          for (const line of drawTable({ rows }, width)) expect(widthOf(line)).toBeLessThanOrEqual(width);
        },
      ),
    ));
});

describe('fit', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['日本語', 4, '日…'],
    ['abc', 0, ''],
  ])('cuts %s to %i', (text, width, expected) => expect(fit(text, width)).toBe(expected));
});
