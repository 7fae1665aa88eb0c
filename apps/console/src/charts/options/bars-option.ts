import type { BarsOptions } from '@tributary/dashboards/options/chart-options';
import type { EChartsOption } from 'echarts';
import { axisTooltip, keyAxis, plotLine, valueAxis } from './axes.js';
import { baseOption, faintly, type ChartDrawing } from './chart-drawing.js';
import { drawLegend, gridOption } from './chart-legend.js';
import { namesOf, seriesOf } from './series-of.js';

/** The widest bar, pixels. Big bars leave little between them, but one of them does not fill the chart. */
const barWidth = 40;
const bigBarWidth = 160;

/** Two dimensions are drilled into, stacked, or else drawn side by side. */
export function barsOption(drawing: ChartDrawing<BarsOptions>): EChartsOption {
  const { result, options, theme } = drawing;
  const table = seriesOf(result, { isSplit: !options.drilldown, mode: options.xKey.mode });
  const legend = drawLegend(drawing, namesOf(table));
  return {
    ...baseOption(drawing),
    legend: legend.option,
    grid: gridOption(legend),
    tooltip: { ...axisTooltip(drawing, table), axisPointer: { type: 'shadow' } },
    xAxis: keyAxis(drawing, table.categories, true),
    yAxis: valueAxis(drawing, table),
    series: table.series.map(({ name, cells, beforeOf }, index) => ({
      type: 'bar',
      name,
      data: cells.map((cell) => cell?.value ?? null),
      ...faintly(drawing, beforeOf),
      ...(options.stacking && { stack: 'all' }),
      ...(options.bigBars
        ? { barMaxWidth: bigBarWidth, barCategoryGap: '8%' }
        : { barMaxWidth: barWidth, barCategoryGap: '30%' }),
      ...(index === 0 && plotLine(options.plotLineValue, theme)),
    })),
  };
}
