import { describe, expect, it } from '@jest/globals';
import { describeBefore } from './describe-before.js';

describe('describeBefore', () => {
  it.each([
    [112, 100, 'count', '+12 % (100)'],
    [0, 10, 'count', '−100 % (10)'],
    [0, 0, 'count', 'as before (0)'],
    [7, 0, 'count', 'none before (0)'],
    [7, null, 'count', 'no value before'],
    [null, 7, 'count', '7 before'],
    [null, null, 'count', 'no value before'],
    [-5, 10, 'float', '−150 % (10.00)'],
    [-5, -10, 'float', '+50 % (-10.00)'],
    [-20, -10, 'float', '−100 % (-10.00)'],
    [10, -10, 'float', '+200 % (-10.00)'],
    [3_000_000, 1_500_000, 'count', '+100 % (1.5M)'],
    [0.5, 0.25, 'percentage', '+100 % (25.00 %)'],
    [0.001, 0.0004, 'count', '+150 % (0.0004)'],
  ] as const)('of %p after %p as %s is %p', (value, before, format, text) =>
    expect(describeBefore({ kind: 'number', value, before }, format)).toBe(text),
  );

  it('leaves what is in percent already as it is', () =>
    expect(describeBefore({ kind: 'number', value: 8, before: 4, unit: 'percent' }, 'percentage')).toBe(
      '+100 % (4.00 %)',
    ));
});
