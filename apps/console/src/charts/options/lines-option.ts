import type { LineOptions } from '@tributary/dashboards/options/chart-options';
import { defaultColors } from '@tributary/dashboards/values/format-value';
import type { EChartsOption } from 'echarts';
import { axisTooltip, keyAxis, plotLine, valueAxis } from './axes.js';
import { baseOption, faint, faintly, type ChartDrawing } from './chart-drawing.js';
import { drawLegend, gridOption } from './chart-legend.js';
import { namesOf, seriesOf } from './series-of.js';

/** The lines of one colour differ by their dashes. */
const dashes = ['solid', 'dashed', 'dotted'] as const;

/** Up to this many points each gets a symbol: one alone would draw no line. */
const pointsWithSymbols = 40;

/** Line and Area. The second dimension makes a line each. */
export function linesOption(drawing: ChartDrawing<LineOptions>): EChartsOption {
  const { result, options, theme } = drawing;
  const table = seriesOf(result, { isSplit: true, mode: options.xKey.mode });
  const colors = drawing.colors.length || defaultColors.length;
  const isDouble = options.doubleYAxis && table.series.length > 1;
  const axis = valueAxis(drawing, table);
  const legend = drawLegend(drawing, namesOf(table));
  return {
    ...baseOption(drawing),
    legend: legend.option,
    grid: gridOption(legend),
    tooltip: axisTooltip(drawing, table),
    xAxis: keyAxis(drawing, table.categories, false),
    // The lines of the first axis are enough.
    yAxis: isDouble ? [axis, { ...axis, splitLine: { show: false } }] : axis,
    series: table.series.map(({ name, cells, beforeOf }, index) => ({
      type: 'line',
      name,
      data: cells.map((cell) => cell?.value ?? null),
      showSymbol: table.categories.length <= pointsWithSymbols,
      // Otherwise only those above a label are drawn.
      showAllSymbol: true,
      symbolSize: 5,
      lineStyle: {
        type: dashes[Math.floor(index / colors) % dashes.length] ?? 'solid',
        ...(beforeOf !== undefined && { opacity: faint }),
      },
      ...faintly(drawing, beforeOf),
      ...(options.type === 'Area' && { areaStyle: { opacity: options.stacking ? 0.7 : 0.25 } }),
      ...(options.stacking && { stack: 'all' }),
      ...(isDouble && index > 0 && { yAxisIndex: 1 }),
      ...(index === 0 && plotLine(options.plotLineValue, theme)),
    })),
  };
}
