import { describe, expect, it } from '@jest/globals';
import { exactlyOnce, expectedReport, findDiscrepancies } from './load-check.js';

const acknowledged = new Map([
  ['a', 'agent-1'],
  ['b', 'agent-2'],
  ['c', 'agent-1'],
]);

describe('the comparison of stored with acknowledged activities', () => {
  it.each([
    ['nothing if each is stored once', { a: 1, b: 1, c: 1 }, {}],
    ['a missing activity', { a: 1, c: 1 }, { lost: ['b'] }],
    ['an activity stored twice', { a: 1, b: 2, c: 1 }, { duplicated: ['b'] }],
    ['an activity that was never sent', { a: 1, b: 1, c: 1, d: 1 }, { unknown: ['d'] }],
  ])('finds %s', (_case, stored, expected) => {
    expect(findDiscrepancies(acknowledged, new Map(Object.entries(stored)))).toEqual({ ...exactlyOnce, ...expected });
  });

  it('expects each visit as a session and each agent as one user in the report', () => {
    expect(expectedReport(acknowledged)).toEqual({ users: 2, sessions: 3 });
  });
});
