import { describe, expect, it } from '@jest/globals';
import { aPoint, aSeries, draw } from '../../../test/chart-drawings.js';
import { placeLegend } from './chart-legend.js';

describe('the legend', () => {
  it.each([
    [{ enabled: true, position: 'right' as const }, 419, 'bottom'],
    [{ enabled: true, position: 'right' as const }, 420, 'right'],
    [{ enabled: true, position: 'bottom' as const }, 300, 'bottom'],
  ])('%j of a chart %i wide is at the %s', (legend, width, position) =>
    expect(placeLegend({ legend }, width).legend.position).toBe(position),
  );

  it.each([
    [{}, { right: 16, bottom: 8 }],
    [{ legend: { enabled: true } }, { right: 16, bottom: 36 }],
    [{ legend: { enabled: true, position: 'right' } }, { right: 170, bottom: 8 }],
  ])('%j leaves the axes %j', (options, grid) =>
    expect(draw('Bars', aSeries([aPoint('a', 1)]), options).grid).toMatchObject(grid),
  );
});
