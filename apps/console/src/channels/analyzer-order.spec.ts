import { describe, expect, it } from '@jest/globals';
import { moved, orderOf } from './analyzer-order.js';

describe('moved', () => {
  it.each([
    [0, 1, ['b', 'a', 'c']],
    [2, 0, ['c', 'a', 'b']],
    [1, 1, ['a', 'b', 'c']],
    [3, 0, ['a', 'b', 'c']],
  ])('from %i to %i', (from, to, expected) => expect(moved(['a', 'b', 'c'], from, to)).toEqual(expected));
});

it('analyzers are in the order of their calls', () => {
  const selections = [
    { visit_analyzer_model_id: '7', execution_order: 2 },
    { visit_analyzer_model_id: '9', execution_order: 1 },
  ];
  expect(orderOf(selections)).toEqual(['9', '7']);
});
