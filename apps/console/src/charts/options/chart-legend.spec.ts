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

  it.each([
    ['in one line', ['PHONE', 'TABLET'], 'plain', 36],
    ['in the lines that it needs', ['PHONE', 'TABLET', 'DESKTOP', 'TELEVISION', 'OTHER'], 'plain', 54],
    ['in pages, if they are many', Array.from({ length: 20 }, (_each, at) => `source ${at}`), 'scroll', 36],
    ['in pages, if one is wider than the chart', ['a', 'a name of a channel that is far too long'], 'scroll', 36],
  ])('below a narrow chart has its names %s', (_case, names, type, bottom) => {
    const { legend, grid } = draw(
      'Bars',
      aSeries([aPoint('a', 1)], names),
      { legend: { enabled: true } },
      { width: 260 },
    );
    expect(legend).toMatchObject({ type });
    expect(grid).toMatchObject({ bottom });
  });
});
