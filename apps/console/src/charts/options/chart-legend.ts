import type { Legend } from '@tributary/dashboards/options/chart-options';
import type { LegendComponentOption } from 'echarts';
import type { ChartTheme } from './chart-drawing.js';

/** Pixels that the legend takes of the chart. */
const legendWidth = 170;
const legendHeight = 28;

/** Scrolls when its entries do not fit. */
export function legendOption({ enabled, position, layout }: Legend, theme: ChartTheme): LegendComponentOption {
  if (!enabled) return { show: false };
  const isRight = position === 'right';
  return {
    show: true,
    type: 'scroll',
    orient: layout ?? (isRight ? 'vertical' : 'horizontal'),
    icon: 'circle',
    itemWidth: 10,
    itemHeight: 10,
    ...(isRight ? { right: 0, top: 'middle' } : { bottom: 0, left: 'center' }),
    textStyle: { color: theme.text, ...(isRight && { width: legendWidth - 40, overflow: 'truncate' }) },
    pageTextStyle: { color: theme.text },
    pageIconColor: theme.text,
    pageIconInactiveColor: theme.line,
  };
}

/** The rest of the chart, for its axes. */
export const gridOption = ({ enabled, position }: Legend) => ({
  left: 8,
  right: enabled && position === 'right' ? legendWidth : 16,
  top: 16,
  bottom: enabled && position === 'bottom' ? legendHeight + 8 : 8,
  // Labels and names of the axes are within these sides, so that they do not cover the legend.
  outerBoundsMode: 'same' as const,
  outerBoundsContain: 'all' as const,
});

/** Pixels of the width of a chart that its legend leaves. */
export const roomBesideLegend = ({ enabled, position }: Legend, width = Infinity): number =>
  enabled && position === 'right' ? width - legendWidth : width;

/** Beside a legend a chart narrower than this would have no place, pixels. */
const leastWidth = 420;

/** The legend of a narrow chart is below it. */
export const placeLegend = <Options extends { legend: Legend }>(options: Options, width: number): Options =>
  width >= leastWidth || options.legend.position === 'bottom'
    ? options
    : { ...options, legend: { enabled: options.legend.enabled, position: 'bottom' } };
