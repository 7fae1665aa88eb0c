import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { field, listOf, memberOf, numberField, objectOf, textField } from '../json/json-object.js';
import {
  reducers,
  type Dataset,
  type DateOptions,
  type DecoratorsOptions,
  type IndexOptions,
  type InvalidDataset,
  type Transformation,
} from './dataset.js';

export const transformationTypes = [
  'join',
  'to-list',
  'to-percentages',
  'ratio',
  'index',
  'format-dates',
  'get-decorators',
  'reduce',
] as const satisfies Transformation['type'][];

/** Each source is a report of its own: more than people compare in one chart. */
export const maxSources = 50;

/** As deep as a report can nest: it has at most 10 dimensions. */
const maxLevels = 10;

/** Reads a transformation. Its arity is checked when it is computed. */
export function readTransformation(
  type: Transformation['type'],
  value: JsonObject,
  base: { path: string; title?: string },
  sourceAt: (source: unknown, index: number) => Dataset,
): Transformation | InvalidDataset {
  const given = listOf(field(value, 'sources'));
  const invalid = (reason: string): InvalidDataset => ({ kind: 'invalid', type, ...base, reason });
  if (given.length > maxSources) return invalid(`${type} has more than ${maxSources} sources`);
  const shared = { kind: 'transformation', ...base, sources: given.map(sourceAt) } as const;
  switch (type) {
    case 'index':
      return { ...shared, type, options: readIndexOptions(objectOf(field(value, 'options'))) };
    case 'format-dates':
      return { ...shared, type, options: readDateOptions(field(value, 'date_options')) };
    case 'get-decorators':
      return { ...shared, type, options: readDecoratorsOptions(field(value, 'decorators_options')) };
    case 'reduce': {
      const reducer = readReducer(value);
      return reducer ? { ...shared, type, reducer } : invalid(unknownReducer);
    }
    default:
      return { ...shared, type };
  }
}

const unknownReducer = `reduce_options.type must be one of ${reducers.join(', ')}`;
const readReducer = (value: JsonObject) => memberOf(reducers, field(objectOf(field(value, 'reduce_options')), 'type'));

function readIndexOptions(value: JsonObject): IndexOptions {
  const limit = numberField(value, 'limit') ?? 0;
  return {
    minimumPercentage: numberField(value, 'minimum_percentage') ?? 0,
    sort: memberOf(['ascending', 'descending'], field(value, 'sort')) ?? 'descending',
    limit: limit >= 1 ? Math.floor(limit) : 10,
  };
}

function readDateOptions(value: unknown, level = 1): DateOptions {
  if (!isObject(value) || level > maxLevels) return {};
  const buckets = field(value, 'buckets');
  return {
    format: textField(value, 'format'),
    ...(isObject(buckets) && { buckets: readDateOptions(buckets, level + 1) }),
  };
}

function readDecoratorsOptions(value: unknown, level = 1): DecoratorsOptions {
  if (!isObject(value) || level > maxLevels) return {};
  const buckets = field(value, 'buckets');
  return {
    modelType: textField(value, 'model_type')?.toUpperCase(),
    ...(isObject(buckets) && { buckets: readDecoratorsOptions(buckets, level + 1) }),
  };
}
