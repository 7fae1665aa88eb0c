import { describe, expect, it } from '@jest/globals';
import { nextSorting, sortedBy } from './sorting.js';

describe('sorted rows', () => {
  const rows = ['b10', null, 'B9', 'a', undefined, 'É'];

  it.each([
    ['ascending' as const, ['a', 'B9', 'b10', 'É', null, undefined]],
    ['descending' as const, ['É', 'b10', 'B9', 'a', null, undefined]],
  ])('are %s, without regard to case, and what is absent is last', (direction, expected) =>
    expect(sortedBy(rows, { column: 0, direction }, (row) => row)).toEqual(expected),
  );

  it('are in the order of numbers', () =>
    expect(sortedBy([10, 9, -1], { column: 0, direction: 'ascending' }, (row) => row)).toEqual([-1, 9, 10]));

  it('stay as they are without a column', () => expect(sortedBy(rows, undefined, (row) => row)).toBe(rows));

  it('turn around, and back, with each click', () => {
    const first = nextSorting(1, undefined);
    const second = nextSorting(1, first);
    expect([first?.direction, second?.direction, nextSorting(1, second)]).toEqual([
      'ascending',
      'descending',
      undefined,
    ]);
    expect(nextSorting(2, second)).toEqual({ column: 2, direction: 'ascending' });
  });
});
