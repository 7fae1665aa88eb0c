import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { field, idField, listOf, memberOf, objectOf, textField } from '../json/json-object.js';
import { isColor } from '@tributary/contracts/rules/dashboards/content-rules';
import { chartTypes } from '@tributary/contracts/rules/dashboards/content-rules';
import type { Chart } from './dashboard-content.js';
import { readDataset } from './read-dataset.js';

/** Reads a stored chart. A chart of an unknown type, or without dataset, becomes a BrokenChart with the reason. */
export function readChart(value: unknown, path: string): Chart {
  const chart = objectOf(value);
  const base = { id: idField(chart, 'id') ?? idOfPath(path), title: textField(chart, 'title') ?? '', path, raw: value };
  if (!isObject(value)) return { kind: 'broken', ...base, reason: 'it is no object' };
  const written = field(chart, 'type');
  const chartId = idField(chart, 'chart_id');
  if (chartId !== undefined) return { kind: 'reference', ...base, chartId };
  const type = memberOf(chartTypes, written);
  if (!type) return { kind: 'broken', ...base, reason: describeType(written) };
  const dataset = readDataset(field(chart, 'dataset'), 'dataset');
  if (dataset.kind === 'invalid') return { kind: 'broken', ...base, reason: dataset.reason };
  return {
    kind: 'chart',
    ...base,
    type,
    colors: readColors(chart),
    dataset,
    options: objectOf(field(chart, 'options')),
  };
}

const describeType = (type: unknown) =>
  typeof type === 'string' ? `its type ${JSON.stringify(type.slice(0, 50))} is unknown` : 'it has no type';

const readColors = (chart: JsonObject): string[] => listOf(field(chart, 'colors')).filter(isColor);

/** `sections[0].cards[1].charts[2]` → `section0-card1-chart2`: stable while the content is the same. */
export const idOfPath = (path: string) => path.replaceAll(/s\[(\d+)\]/g, '$1').replaceAll('.', '-');
