import type { RadarOptions } from '@tributary/dashboards/options/chart-options';
import { formatTick, formatTooltip } from '@tributary/dashboards/values/format-value';
import type { EChartsOption } from 'echarts';
import { baseOption, tooltipStyle, type ChartDrawing } from './chart-drawing.js';
import { drawLegend } from './chart-legend.js';
import { cutTo } from './axes.js';
import { fillTemplate } from './fill-template.js';
import { namesOf, seriesOf, type SeriesTable } from './series-of.js';

/** More names than these around it overlap. */
const mostNames = 12;
/** Longest line of a name: beside the spokes there is no room for more. */
const longestLine = 10;

/** Some of many keys are named. The tooltip and the table have all of them. */
function nameOf(categories: readonly string[]) {
  const step = Math.ceil(categories.length / mostNames);
  const named = new Set(categories.filter((_name, at) => at % step === 0));
  return (name = '') => (named.has(name) ? wrap(name) : '');
}

/** At most two lines, divided at the space nearest to the middle. */
function wrap(name: string): string {
  const short = cutTo(name, 2 * longestLine - 1);
  if (short.length <= longestLine) return short;
  const spaces = [...short.matchAll(/ /g)].map(({ index }) => index);
  const middle = short.length / 2;
  const [space] = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const lines = space === undefined ? [short] : [short.slice(0, space), short.slice(space + 1)];
  return lines.map((line) => cutTo(line, longestLine)).join('\n');
}

/** One spoke for each key, all of one scale. */
export function radarOption(drawing: ChartDrawing<RadarOptions>): EChartsOption {
  const { result, options, theme } = drawing;
  const { dataLabels, format } = options;
  const table = seriesOf(result, { isSplit: true, mode: options.xKey.mode });
  const legend = drawLegend(drawing, namesOf(table));
  return {
    ...baseOption(drawing),
    legend: legend.option,
    tooltip: {
      ...tooltipStyle(theme),
      trigger: 'item',
      formatter: (params: unknown) => tooltipOf(table, (params as { dataIndex: number }).dataIndex, options),
    },
    radar: {
      center: [legend.right > 0 ? '40%' : '50%', legend.bottom > 0 ? '46%' : '50%'],
      radius: '45%',
      indicator: table.categories.map((name) => ({ name, max: largest(table) })),
      axisName: { color: theme.text, formatter: nameOf(table.categories) },
      axisLine: { lineStyle: { color: theme.line } },
      splitLine: { lineStyle: { color: theme.line } },
      splitArea: { show: false },
    },
    series: [
      {
        type: 'radar',
        areaStyle: { opacity: 0.15 },
        label: {
          show: dataLabels.enabled && table.categories.length <= mostNames,
          color: theme.text,
          formatter: ({ value }) => (typeof value === 'number' ? formatTick(value, format) : ''),
        },
        data: table.series.map(({ name, cells }) => ({ name, value: cells.map((cell) => cell?.value ?? '-') })),
      },
    ],
  };
}

/** Without a scale of its own ECharts draws each spoke to its end. A scale of 0 has no width. */
const largest = ({ series }: SeriesTable): number =>
  series.flatMap(({ cells }) => cells).reduce((most, cell) => Math.max(most, cell?.value ?? 0), 0) || 1;

function tooltipOf(
  { categories, series }: SeriesTable,
  index: number,
  { tooltipFormat, format }: RadarOptions,
): string {
  const shown = series[index];
  if (!shown) return '';
  const lines = categories.map((name, at) => {
    const cell = shown.cells[at] ?? { value: null };
    const values = { name, seriesName: shown.name, y: cell.value, ...cell };
    return `${name}: ${tooltipFormat ? fillTemplate(tooltipFormat, values) : formatTooltip(cell, format)}`;
  });
  return [shown.name, ...lines].join('\n');
}
