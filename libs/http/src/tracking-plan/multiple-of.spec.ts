import { describe, expect, it } from '@jest/globals';
import { multipleOf } from './multiple-of.js';

const isMultiple = (value: number, divisor: number) => multipleOf(divisor)(value, () => undefined);

describe('a multiple', () => {
  it.each([
    [19.99, 0.01],
    [0.07, 0.01],
    [-19.99, 0.01],
    [0.0075, 0.0001],
    [0, 0.01],
    [3, 1.5],
    [1e21, 0.1],
    [1e300, 1e-300],
    [6, 2],
    [-6, 2],
  ])('is %d of %d', (value, divisor) => {
    expect(isMultiple(value, divisor)).toBe(true);
  });

  it.each([
    [1.005, 0.01],
    [0.00751, 0.0001],
    [7, 2],
    [1e300, 7],
    [5e-324, 0.01],
    [Infinity, 1],
  ])('is not %d of %d', (value, divisor) => {
    expect(isMultiple(value, divisor)).toBe(false);
  });

  it('takes more steps the further the numbers are apart', () => {
    const stepsOf = (value: number, divisor: number) => {
      let steps = 0;
      multipleOf(divisor)(value, (more) => (steps += more));
      return steps;
    };
    expect([stepsOf(6, 2), stepsOf(19.99, 0.01), stepsOf(1e300, 1e-300)]).toEqual([0, 10, 610]);
  });
});
