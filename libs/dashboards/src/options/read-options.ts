import type { ChartType } from '@tributary/contracts/rules/dashboards/content-rules';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { booleanField, field, memberOf, numberField, objectOf, textField } from '../json/json-object.js';
import type {
  AxisOptions,
  ChartOptions,
  DataLabels,
  LabelFilter,
  Legend,
  SharedOptions,
  XKey,
} from './chart-options.js';

/** The tallest chart, pixels: one number of a content must not make a page endless. */
export const maxHeight = 5_000;

/**
 * The options of a chart, in snake_case or camelCase; snake_case wins. What is absent or malformed has its default, that
 * of the public renderer of such dashboards: labels, drill-down of a Pie and big bars are on, everything else is off.
 */
export function readOptions(type: ChartType, options: Record<string, unknown>): ChartOptions {
  switch (type) {
    case 'Pie':
      return { type, ...readPie(options) };
    case 'Bars':
      return {
        type,
        ...readAxes(options),
        drilldown: isOn(options, 'drilldown'),
        bigBars: isOn(options, 'big_bars', true),
      };
    case 'Radar':
      return { type, ...readRadar(options) };
    case 'Area':
    case 'Line':
      return { type, ...readAxes(options), doubleYAxis: isOn(options, 'double_y_axis') };
    case 'Metric':
      return { type, format: memberOf(['percentage', 'count', 'float'], field(options, 'format')) ?? 'count' };
    case 'Table':
      return { type, ...readHeight(options) };
  }
}

const readPie = (options: JsonObject) => ({
  ...readShared(options),
  drilldown: isOn(options, 'drilldown', true),
  innerRadius: isOn(options, 'inner_radius'),
  isHalf: isOn(options, 'is_half'),
  dataLabels: readDataLabels(options),
  format: memberOf(['percentage', 'count'], field(options, 'format')) ?? ('percentage' as const),
});

const readRadar = (options: JsonObject) => ({
  ...readShared(options),
  dataLabels: readDataLabels(options),
  format: memberOf(['percentage', 'count'], field(options, 'format')) ?? ('count' as const),
  xKey: readXKey(options),
});

function readAxes(options: JsonObject): AxisOptions {
  const plotLineValue = numberField(options, 'plot_line_value');
  return {
    ...readShared(options),
    stacking: isOn(options, 'stacking'),
    ...(plotLineValue !== undefined && { plotLineValue }),
    format: memberOf(['percentage', 'index', 'count'], field(options, 'format')) ?? 'count',
    hideXAxis: isOn(options, 'hide_x_axis'),
    hideYAxis: isOn(options, 'hide_y_axis'),
    xKey: readXKey(options),
  };
}

const isOn = (options: JsonObject, name: string, otherwise = false) => booleanField(options, name) ?? otherwise;

function readShared(options: JsonObject): SharedOptions {
  const tooltipFormat = textField(objectOf(field(options, 'tooltip')), 'format');
  return {
    ...readHeight(options),
    legend: readLegend(objectOf(field(options, 'legend'))),
    ...(tooltipFormat !== undefined && { tooltipFormat }),
  };
}

function readHeight(options: JsonObject): { height?: number } {
  const height = numberField(options, 'height');
  return height !== undefined && height > 0 ? { height: Math.min(height, maxHeight) } : {};
}

function readLegend(legend: JsonObject): Legend {
  const layout = memberOf(['horizontal', 'vertical'], field(legend, 'layout'));
  return {
    enabled: isOn(legend, 'enabled'),
    position: memberOf(['bottom', 'right'], field(legend, 'position')) ?? 'bottom',
    ...(layout && { layout }),
  };
}

function readDataLabels(options: JsonObject): DataLabels {
  const labels = objectOf(field(options, 'data_labels'));
  const [distance, format] = [numberField(labels, 'distance'), textField(labels, 'format')];
  const filter = readLabelFilter(field(labels, 'filter'));
  return {
    enabled: isOn(labels, 'enabled', true),
    ...(distance !== undefined && { distance }),
    ...(format !== undefined && { format }),
    ...(filter && { filter }),
  };
}

const comparisons = ['>', '>=', '<', '<=', '==', '===', '!=', '!=='] as const;

function readLabelFilter(filter: unknown): LabelFilter | undefined {
  if (!isObject(filter)) return undefined;
  const [property, value] = [textField(filter, 'property'), numberField(filter, 'value')];
  const operator = memberOf(comparisons, field(filter, 'operator'));
  return property !== undefined && value !== undefined && operator ? { property, operator, value } : undefined;
}

/** A text, or `{key, mode}`. camelCase is the only spelling of the reference; `x_key` is read as well. */
export function readXKey(options: JsonObject): XKey {
  const value = field(options, 'x_key');
  if (typeof value === 'string' && value !== '') return { key: value, mode: 'DEFAULT' };
  const object = objectOf(value);
  return {
    key: textField(object, 'key') || 'key',
    mode: memberOf(['DAY', 'HOUR', 'DEFAULT'], field(object, 'mode')) ?? 'DEFAULT',
  };
}
