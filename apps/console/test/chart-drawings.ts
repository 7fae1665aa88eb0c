import { readContent } from '@tributary/dashboards/content/read-content';
import type { DrawnChart } from '@tributary/dashboards/content/dashboard-content';
import { readOptions } from '@tributary/dashboards/options/read-options';
import type { ChartType } from '@tributary/contracts/rules/dashboards/content-rules';
import type { Point, SeriesResult } from '@tributary/dashboards/results/result';
import type { ChartDrawing } from '../src/charts/options/chart-drawing.js';
import { chartOption, type GraphicOptions } from '../src/charts/options/chart-option.js';

export const aTheme = { text: '#000', dimmed: '#555', line: '#ccc', background: '#fff', fontFamily: 'sans' };

export const aPoint = (key: string | null, value: number | null, points?: Point[]): Point => ({
  key,
  cells: [{ value }],
  ...(points && { points }),
});

export const aSeries = (points: Point[], titles = ['users']): SeriesResult => ({ kind: 'series', titles, points });

/** The option of ECharts for a stored chart; loosely typed, as specs read single fields of it. */
export function draw(
  type: ChartType,
  result: SeriesResult,
  options: Record<string, unknown> = {},
  other: Partial<ChartDrawing<unknown>> = {},
) {
  const read = readOptions(type, options) as GraphicOptions;
  const drawing = { result, options: read, colors: [], theme: aTheme, dateZone: undefined, ...other };
  return chartOption({ ...drawing, options: read }) as Record<string, never> & {
    color: string[];
    legend: Record<string, unknown>;
    grid: Record<string, unknown>;
    xAxis: Record<string, unknown>;
    yAxis: Record<string, unknown> & unknown[];
    radar: Record<string, unknown>;
    tooltip: { renderMode: string; formatter: (params: unknown) => string };
    series: (Record<string, unknown> & { data: never[] })[];
  };
}

export function aChart(dataset: unknown): DrawnChart {
  const cards = [{ x: 0, y: 0, w: 1, h: 1, charts: [{ type: 'Table', dataset }] }];
  const chart = readContent({ sections: [{ cards }] }).sections[0]?.cards[0]?.charts[0];
  if (chart?.kind !== 'chart') throw new Error(JSON.stringify(chart));
  return chart;
}
