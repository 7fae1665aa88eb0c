import type { ChartType } from '@tributary/contracts/rules/dashboards/content-rules';

/** An option of a chart in the form. `path` is its place in `options`, in snake_case. */
export type OptionField = { path: [string] | [string, string]; label: string } & (
  | { kind: 'switch'; default: boolean }
  | { kind: 'number' }
  | { kind: 'text' }
  | { kind: 'choice'; choices: readonly string[] }
);

const height: OptionField = { path: ['height'], label: 'Height, pixels', kind: 'number' };
const legend: OptionField[] = [
  { path: ['legend', 'enabled'], label: 'Legend', kind: 'switch', default: false },
  { path: ['legend', 'position'], label: 'Position of the legend', kind: 'choice', choices: ['bottom', 'right'] },
];
const labels: OptionField = { path: ['data_labels', 'enabled'], label: 'Labels', kind: 'switch', default: true };
const xKey: OptionField = { path: ['xKey'], label: 'Property of the key (data_file)', kind: 'text' };
const stacking: OptionField = { path: ['stacking'], label: 'Stacked', kind: 'switch', default: false };
const format = (...choices: string[]): OptionField => ({ path: ['format'], label: 'Format', kind: 'choice', choices });
const axes: OptionField[] = [
  stacking,
  format('count', 'percentage', 'index'),
  { path: ['plot_line_value'], label: 'Line at the value', kind: 'number' },
  { path: ['hide_x_axis'], label: 'Hide the x axis', kind: 'switch', default: false },
  { path: ['hide_y_axis'], label: 'Hide the y axis', kind: 'switch', default: false },
  xKey,
];
const lines: OptionField[] = [
  height,
  ...legend,
  ...axes,
  { path: ['double_y_axis'], label: 'Two y axes', kind: 'switch', default: false },
];

/** The options of each type of chart (dashboard-content: options). Others of a stored chart are kept. */
export const optionsOf: Record<ChartType, OptionField[]> = {
  Metric: [format('count', 'float', 'percentage')],
  Table: [height],
  Pie: [
    height,
    ...legend,
    labels,
    format('percentage', 'count'),
    { path: ['drilldown'], label: 'Drill-down', kind: 'switch', default: true },
    { path: ['inner_radius'], label: 'With a hole', kind: 'switch', default: false },
    { path: ['is_half'], label: 'Half', kind: 'switch', default: false },
  ],
  Bars: [
    height,
    ...legend,
    ...axes,
    { path: ['drilldown'], label: 'Drill-down', kind: 'switch', default: false },
    { path: ['big_bars'], label: 'Wide bars', kind: 'switch', default: true },
  ],
  Radar: [height, ...legend, labels, format('count', 'percentage'), xKey],
  Area: lines,
  Line: lines,
};
