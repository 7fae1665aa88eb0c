import { describe, expect, it } from '@jest/globals';
import { idleMembers } from './kafka-groups.js';

const shares = new Map([
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
    ['both when nothing moves', {}, ['one', 'two']],
    ['who has no partition that moves', { 1: 3n }, ['two']],
    ['nobody when each has one that moves', { 0: 6n, 2: 8n }, []],
  ])('are idle: %s', (_case, moved, idle) => {
    const now = new Map([
      ...before,
      ...Object.entries(moved).map(([partition, at]) => [Number(partition), at] as const),
    ]);
    expect(idleMembers(shares, before, now)).toEqual(idle);
  });

  it('without a partition are idle', () => {
    expect(idleMembers(new Map([['one', []]]), before, new Map([[0, 9n]]))).toEqual(['one']);
  });
});
