import type { BarsOptions, LineOptions } from '@tributary/dashboards/options/chart-options';
import { formatCell, formatTick, formatTooltip } from '@tributary/dashboards/values/format-value';
import type { XAXisComponentOption, YAXisComponentOption } from 'echarts';
import { tooltipStyle, type ChartDrawing, type ChartTheme } from './chart-drawing.js';
import { roomBesideLegend } from './chart-legend.js';
import { fillTemplate } from './fill-template.js';
import type { SeriesTable } from './series-of.js';

type AxisDrawing = ChartDrawing<BarsOptions | LineOptions>;

/**
 * Up to `most` names are all written: sloped from `least` on, or if they do not fit and have at most so many `characters`.
 * The axis leaves out other names that do not fit: sloped long ones would take the room of the bars.
 */
const sloped = { least: 6, most: 20, characters: 16 };
/** Pixels of a character of an axis, between two names, and of the axis of the values. */
const sizes = { character: 7, gap: 12, scale: 50 };

/** The axis of the keys. It names the zone of dates, and their year if it is the same. */
export function keyAxis(
  { options, theme, dateZone, width }: AxisDrawing,
  categories: string[],
  hasGap: boolean,
): XAXisComponentOption {
  const year = dateZone === undefined ? undefined : commonYear(categories);
  return {
    type: 'category',
    show: !options.hideXAxis,
    data: categories,
    boundaryGap: hasGap,
    ...(dateZone !== undefined && {
      name: year === undefined ? dateZone : `${year}, ${dateZone}`,
      nameLocation: 'middle',
      nameGap: 24,
      nameTextStyle: { color: theme.dimmed },
    }),
    axisLabel: {
      color: theme.dimmed,
      formatter: year === undefined ? cutMiddle : (date: string) => date.slice(year.length + 1),
      ...(dateZone !== undefined ||
      categories.length > sloped.most ||
      (categories.length < sloped.least && stayLevel(categories, roomBesideLegend(options.legend, width)))
        ? { hideOverlap: true }
        : { interval: 0, rotate: 35 }),
    },
    axisLine: { lineStyle: { color: theme.line } },
    axisTick: { show: false },
  };
}

/** The year of several days that are all in one. */
function commonYear([first = '', ...others]: string[]): string | undefined {
  const [, year] = /^(\d{4})-\d\d-\d\d/.exec(first) ?? [];
  return others.length > 0 && others.every((date) => date.startsWith(`${year}-`)) ? year : undefined;
}

/** Whether a few names stay level: each has room below its own part of the axis, or one is too long to be sloped. */
function stayLevel(names: string[], room: number): boolean {
  const longest = Math.max(0, ...names.map((name) => cutMiddle(name).length));
  const fit = longest * sizes.character + sizes.gap <= (room - sizes.scale) / names.length;
  return fit || longest > sloped.characters;
}

export const valueAxis = ({ options, theme }: AxisDrawing, { series }: SeriesTable): YAXisComponentOption => ({
  type: 'value',
  // There is no half of a count.
  ...(series.every(({ cells }) => cells.every((cell) => Number.isInteger(cell?.value ?? 0))) && { minInterval: 1 }),
  show: !options.hideYAxis,
  axisLabel: { color: theme.dimmed, formatter: (value: number) => formatTick(value, options.format) },
  splitLine: { lineStyle: { color: theme.line } },
});

/** The tooltip of all series at a key. */
export const axisTooltip = ({ options, theme, dateZone }: AxisDrawing, table: SeriesTable) => ({
  ...tooltipStyle(theme),
  trigger: 'axis' as const,
  formatter: (params: unknown) => {
    const shown = tooltipParams(params);
    const category = table.categories[shown[0]?.dataIndex ?? 0] ?? '';
    const lines = shown.flatMap(({ seriesIndex, dataIndex, marker }) => {
      const series = table.series[seriesIndex];
      const cell = series?.cells[dataIndex];
      if (!series || !cell) return [];
      const text = options.tooltipFormat
        ? fillTemplate(options.tooltipFormat, { name: category, seriesName: series.name, y: cell.value, ...cell })
        : formatTooltip(cell, options.format);
      return [`${marker}${series.name}: ${text}`];
    });
    const total =
      options.stacking && lines.length > 1 ? [`Total: ${formatCell(totalOf(shown, table), options.format)}`] : [];
    return [dateZone === undefined ? category : `${category} ${dateZone}`, ...lines, ...total].join('\n');
  },
});

const totalOf = (shown: TooltipParam[], { series }: SeriesTable) => ({
  value: shown.reduce(
    (total, { seriesIndex, dataIndex }) => total + (series[seriesIndex]?.cells[dataIndex]?.value ?? 0),
    0,
  ),
});

/** The longest name on an axis, characters. */
const longestName = 24;

/** Long names often differ at their ends only. */
const cutMiddle = (name: string): string => cutTo(name, longestName);

export function cutTo(name: string, longest: number): string {
  const characters = Array.from(name);
  if (characters.length <= longest) return name;
  const end = Math.floor((longest - 1) / 2);
  return `${characters.slice(0, longest - 1 - end).join('')}…${characters.slice(-end).join('')}`;
}

interface TooltipParam {
  seriesIndex: number;
  dataIndex: number;
  marker: string;
}

/** ECharts types what it passes to a tooltip as unions of all charts. */
const tooltipParams = (params: unknown): TooltipParam[] =>
  (Array.isArray(params) ? params : [params]) as TooltipParam[];

/** `plot_line_value`: a horizontal line. */
export const plotLine = (value: number | undefined, theme: ChartTheme) =>
  value === undefined
    ? {}
    : {
        markLine: {
          silent: true,
          symbol: 'none',
          lineStyle: { color: theme.text, type: 'dashed' as const, width: 1 },
          label: { color: theme.text, position: 'insideEndTop' as const, formatter: formatCell({ value }, 'count') },
          data: [{ yAxis: value }],
        },
      };
