import { describe, expect, it } from '@jest/globals';
import { idleMembers } from './kafka-groups.js';

const assignments = new Map([
  ['one', [0, 1]],
  ['two', [2]],
]);
const before = new Map([
  [0, 5n],
  [1, -1n],
  [2, 7n],
] as const);

describe('members of a group', () => {
  it.each([
    ['both if no offset advances', {}, ['one', 'two']],
    ['the member without an advancing partition', { 1: 3n }, ['two']],
    ['none if each has an advancing partition', { 0: 6n, 2: 8n }, []],
  ])('are idle: %s', (_case, advanced, idle) => {
    const now = new Map([
      ...before,
      ...Object.entries(advanced).map(([partition, at]) => [Number(partition), at] as const),
    ]);
    expect(idleMembers(assignments, before, now)).toEqual(idle);
  });

  it('are idle without a partition', () => {
    expect(idleMembers(new Map([['one', []]]), before, new Map([[0, 9n]]))).toEqual(['one']);
  });
});
