import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { drawBar } from './draw-bar.js';
import { widthOf } from './text-width.js';

describe('drawBar', () => {
  it.each([
    [0, 40, 'upload [-------------------------]   0 %'],
    [0.5, 40, 'upload [############-------------]  50 %'],
    [0.999, 40, 'upload [########################-]  99 %'],
    [1, 40, 'upload [#########################] 100 %'],
    [NaN, 40, 'upload [-------------------------]   0 %'],
    [0.5, 20, 'upload  50 %'],
  ])('at %d of a width of %i', (fraction, width, expected) =>
    expect(drawBar({ label: 'upload', fraction, details: [] }, width)).toBe(expected),
  );

  it('shows details behind', () =>
    expect(drawBar({ label: 'a', fraction: 1, details: ['2 MB', '3 s left'] }, 80)).toMatch(
      /\] 100 % {2}2 MB {2}3 s left$/,
    ));

  it('never wraps', () =>
    fc.assert(
      fc.property(
        fc.string(),
        fc.double(),
        fc.array(fc.string()),
        fc.integer({ min: 1, max: 200 }),
        (label, fraction, details, width) => {
          expect(widthOf(drawBar({ label, fraction, details }, width))).toBeLessThanOrEqual(width);
        },
      ),
    ));
});
