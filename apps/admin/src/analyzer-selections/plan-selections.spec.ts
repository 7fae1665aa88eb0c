import { describe, expect, it } from '@jest/globals';
import { addSelection, planSelections, type PlannedSelection } from './plan-selections.js';

const at = (visit_analyzer_model_id: string, execution_order: number): PlannedSelection => ({
  visit_analyzer_model_id,
  execution_order,
});
const given = (visit_analyzer_model_id: string, execution_order?: number) => ({
  visit_analyzer_model_id,
  execution_order,
});
const eight = Array.from({ length: 8 }, (_, index) => at(String(index), index));
const violation = (message: RegExp) =>
  expect.objectContaining({ code: 'CONSTRAINT_VIOLATION_EXCEPTION', message: expect.stringMatching(message) });

describe('a selection is added', () => {
  it.each([
    ['as the first one', [], given('5'), 1],
    ['after the last one', [at('1', 7), at('2', 3)], given('5'), 8],
    ['after an order of 0', [at('1', 0)], given('5'), 1],
    ['with its order', [at('1', 7)], given('5', 0), 0],
    ['after the largest order', [at('1', 2_147_483_647)], given('5'), 2_147_483_648],
  ])('%s', (_case, current, added, expected) => expect(addSelection(current, added)).toEqual(at('5', expected)));

  it.each([
    ['of an analyzer that is there', [at('5', 1)], given('5', 2), /^visit_analyzer_model_id: .* already$/],
    ['with an order that is taken', [at('1', 2)], given('5', 2), /^execution_order: .* order 2$/],
    ['to eight', eight, given('9'), /^a channel has at most 8 analyzers$/],
  ])('not %s', (_case, current, added, message) =>
    expect(() => addSelection(current, added)).toThrow(violation(message)),
  );
});

describe('a list of selections', () => {
  it.each([
    [[], []],
    [
      [given('a'), given('b')],
      [at('a', 1), at('b', 2)],
    ],
    [
      [given('a', 5), given('b'), given('c', 0)],
      [at('a', 5), at('b', 2), at('c', 0)],
    ],
  ])('gets the positions as orders: %j', (list, expected) => expect(planSelections(list)).toEqual(expected));

  it('may have eight', () => expect(planSelections(eight)).toEqual(eight));

  it.each([
    [[given('a'), given('b'), given('a')], /^selections\[2\]\.visit_analyzer_model_id: /],
    [[given('a', 3), given('b', 3)], /^selections\[1\]\.execution_order: /],
    [[given('a', 2), given('b')], /^selections\[1\]\.execution_order: /],
    [[...eight, given('x', 100)], /^a channel has at most 8 analyzers$/],
  ])('is refused: %j', (list, message) => expect(() => planSelections(list)).toThrow(violation(message)));
});
