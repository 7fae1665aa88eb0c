import { transformationTypes } from '@tributary/dashboards/content/read-transformation';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { listOf, memberOf, textField } from '@tributary/dashboards/json/json-object';

/** The data that the form offers for a chart. A stored dataset of another type stays, as JSON. */
export const sourceTypes = ['activities_analytics', 'collection_volumes', 'data_file'] as const;
type SourceType = (typeof sourceTypes)[number];
export type TransformationType = (typeof transformationTypes)[number];

const two: readonly TransformationType[] = ['ratio', 'index'];
const many: readonly TransformationType[] = ['join', 'to-list'];

/** How many sources a transformation has: the least, and the most. */
export const arityOf = (type: TransformationType): [least: number, most: number] => {
  if (two.includes(type)) return [2, 2];
  return many.includes(type) ? [1, 50] : [1, 1];
};

export const typeOf = (dataset: JsonObject): string => textField(dataset, 'type') ?? '';
export const transformationOf = (dataset: JsonObject) => memberOf(transformationTypes, typeOf(dataset));
export const sourceOf = (dataset: JsonObject) => memberOf(sourceTypes, typeOf(dataset));
export const sourcesOfDataset = (dataset: JsonObject): JsonObject[] => listOf(dataset['sources']).filter(isObject);

export function newSource(type: SourceType): JsonObject {
  if (type === 'data_file') return { type, uri: '', JSON_path: '$' };
  const expression = type === 'activities_analytics' ? 'users' : 'count';
  return { type, query_json: { metrics: [{ expression }], dimensions: [] } };
}

/** The dataset as the first source of a transformation. */
export function wrap(dataset: JsonObject, type: TransformationType): JsonObject {
  const [least] = arityOf(type);
  const others = Array.from({ length: least - 1 }, () => newSource('activities_analytics'));
  const sources = [dataset, ...others];
  return type === 'reduce' ? { type, sources, reduce_options: { type: 'sum' } } : { type, sources };
}

/** The first source of a transformation in its place. */
export const unwrap = (dataset: JsonObject): JsonObject =>
  sourcesOfDataset(dataset)[0] ?? newSource('activities_analytics');

/** Another transformation of the same sources: as many of them as it takes. */
export function changeTransformation(dataset: JsonObject, type: TransformationType): JsonObject {
  const [least, most] = arityOf(type);
  const sources = sourcesOfDataset(dataset).slice(0, most);
  const missing = Array.from({ length: Math.max(0, least - sources.length) }, () => newSource('activities_analytics'));
  const { series_title } = dataset;
  const [first = newSource('activities_analytics'), ...rest] = [...sources, ...missing];
  const changed = { ...wrap(first, type), sources: [first, ...rest] };
  return series_title === undefined ? changed : { ...changed, series_title };
}
