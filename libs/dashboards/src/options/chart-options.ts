import type { ChartType } from '@tributary/contracts/rules/dashboards/content-rules';
import type { Result } from '../results/result.js';

/** The options of a chart, normalized: read in snake_case and camelCase, defaults filled in, malformed values ignored. */
export type ChartOptions = PieOptions | BarsOptions | RadarOptions | LineOptions | MetricOptions | TableOptions;

export interface Legend {
  enabled: boolean;
  position: 'bottom' | 'right';
  layout?: 'horizontal' | 'vertical';
}

export interface DataLabels {
  enabled: boolean;
  distance?: number;
  /** As stored; a template of the field's renderer, such as `{point.name}`. */
  format?: string;
  filter?: LabelFilter;
}

/** Shows labels only where `property operator value` holds. */
export interface LabelFilter {
  property: string;
  operator: '>' | '>=' | '<' | '<=' | '==' | '===' | '!=' | '!==';
  value: number;
}

export interface XKey {
  key: string;
  mode: 'DAY' | 'HOUR' | 'DEFAULT';
}

export interface SharedOptions {
  /** Pixels. */
  height?: number;
  legend: Legend;
  /** A template of its own for the tooltip. */
  tooltipFormat?: string;
}

export interface PieOptions extends SharedOptions {
  type: 'Pie';
  drilldown: boolean;
  /** A hole of 65 %. */
  innerRadius: boolean;
  isHalf: boolean;
  dataLabels: DataLabels;
  format: 'percentage' | 'count';
}

export interface AxisOptions extends SharedOptions {
  stacking: boolean;
  plotLineValue?: number;
  format: 'percentage' | 'index' | 'count';
  hideXAxis: boolean;
  hideYAxis: boolean;
  xKey: XKey;
}

export interface BarsOptions extends AxisOptions {
  type: 'Bars';
  drilldown: boolean;
  bigBars: boolean;
}

export interface LineOptions extends AxisOptions {
  type: 'Area' | 'Line';
  doubleYAxis: boolean;
}

export interface RadarOptions extends SharedOptions {
  type: 'Radar';
  dataLabels: DataLabels;
  format: 'percentage' | 'count';
  xKey: XKey;
}

export interface TableOptions {
  type: 'Table';
  /** Pixels. */
  height?: number;
}

export interface MetricOptions {
  type: 'Metric';
  format: 'percentage' | 'count' | 'float';
}

/** Only Metric draws numbers, and Metric draws only numbers (dashboard-content: options). */
export const canDraw = (type: ChartType, { kind }: Pick<Result, 'kind'>): boolean =>
  (type === 'Metric') === (kind === 'number');

/** Why a chart cannot draw a result; undefined when it can. */
export function describeMismatch(type: ChartType, result: Pick<Result, 'kind'>): string | undefined {
  if (canDraw(type, result)) return undefined;
  return type === 'Metric'
    ? 'Metric draws a number: remove the dimensions, or reduce the series'
    : `${type} draws a series: a number is drawn by Metric only`;
}
