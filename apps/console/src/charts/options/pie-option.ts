import type { PieOptions } from '@tributary/dashboards/options/chart-options';
import { labelOf, type Cell, type Point } from '@tributary/dashboards/results/result';
import { formatSlice } from '@tributary/dashboards/values/format-value';
import type { EChartsOption } from 'echarts';
import { baseOption, tooltipStyle, type ChartDrawing } from './chart-drawing.js';
import { drawLegend } from './chart-legend.js';
import { fillTemplate, type TemplateValues } from './fill-template.js';
import { totalOf } from './slices.js';
import { passesFilter } from './label-filter.js';

/** The first series of the result; one slice for each point. */
export function pieOption(drawing: ChartDrawing<PieOptions>): EChartsOption {
  const { result, options, theme } = drawing;
  const slices = result.points.map((point) => sliceOf(point, totalOf(result.points), result.titles[0] ?? ''));
  const {
    option: legend,
    right,
    bottom,
  } = drawLegend(
    drawing,
    slices.map(({ name }) => name),
  );
  const outer = options.dataLabels.enabled ? (options.isHalf ? 75 : 60) : options.isHalf ? 95 : 85;
  return {
    ...baseOption(drawing),
    legend,
    tooltip: {
      ...tooltipStyle(theme),
      trigger: 'item',
      formatter: (params: unknown) => tooltipOf(slices[(params as { dataIndex: number }).dataIndex], options),
    },
    series: [
      {
        type: 'pie',
        stillShowZeroSum: false,
        // A hole of 65 %.
        radius: [options.innerRadius ? `${outer * 0.65}%` : 0, `${outer}%`],
        right,
        bottom,
        center: ['50%', options.isHalf ? '75%' : '50%'],
        ...(options.isHalf ? { startAngle: 180, endAngle: 360 } : { startAngle: 90 }),
        itemStyle: { borderColor: theme.background, borderWidth: 1 },
        labelLine: { length: options.dataLabels.distance ?? 8, length2: 6 },
        label: { color: theme.text, lineHeight: 16, bleedMargin: 2 },
        emphasis: { scaleSize: 4 },
        data: slices.map((slice) => ({ name: slice.name, value: slice.y ?? '-', label: labelOfSlice(slice, options) })),
      },
    ],
  };
}

interface Slice extends TemplateValues {
  total: number;
}

function sliceOf(point: Point, total: number, seriesName: string): Slice {
  const { value, count }: Cell = point.cells[0] ?? { value: null };
  const percentage = value === null || total === 0 ? undefined : (value / total) * 100;
  return { name: labelOf(point), seriesName, y: value, percentage, count, total };
}

/** The legend has the names: beside a small pie there is no room for both. */
function labelOfSlice(slice: Slice, { dataLabels, format, legend }: PieOptions) {
  const show = dataLabels.enabled && slice.y !== null && slice.y !== 0 && passesFilter(dataLabels.filter, slice);
  const text = dataLabels.format ? fillTemplate(dataLabels.format, slice) : undefined;
  const value = formatSlice(slice.y, slice.total, format);
  return { show, formatter: () => text ?? (legend.enabled ? value : `${slice.name}\n${value}`) };
}

function tooltipOf(slice: Slice | undefined, { tooltipFormat, format }: PieOptions): string {
  if (!slice) return '';
  if (tooltipFormat) return `${slice.name}\n${fillTemplate(tooltipFormat, slice)}`;
  const share = formatSlice(slice.y, slice.total, 'percentage');
  const count = formatSlice(slice.count ?? slice.y, slice.total, 'count');
  return `${slice.name}\n${format === 'count' ? `${count} (${share})` : `${share} (${count})`}`;
}
