import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { booleanField, field, idField, memberOf, textField } from '../json/json-object.js';
import type { Dataset } from './dataset.js';
import { readQuery } from './read-query.js';
import { readTransformation, transformationTypes } from './read-transformation.js';

/** Transformations within transformations: more than people write, and few enough for every stack. */
export const maxDatasetDepth = 20;

/** Reads a stored dataset. Never throws: what it cannot read becomes an InvalidDataset with the reason. */
export function readDataset(value: unknown, path: string, depth = 1): Dataset {
  if (!isObject(value)) return { kind: 'invalid', type: '', path, reason: 'it has no dataset' };
  const type = textField(value, 'type');
  if (!type) return { kind: 'invalid', type: '', path, reason: 'its dataset has no type' };
  const base = { path, title: textField(value, 'series_title') };
  const transformation = memberOf(transformationTypes, type);
  if (transformation) {
    if (depth > maxDatasetDepth)
      return { kind: 'invalid', type, ...base, reason: `datasets are nested deeper than ${maxDatasetDepth} levels` };
    const sourceAt = (source: unknown, index: number) => readDataset(source, `${path}.sources[${index}]`, depth + 1);
    return readTransformation(transformation, value, base, sourceAt);
  }
  return readSource(type, value, base);
}

function readSource(type: string, value: JsonObject, base: { path: string; title?: string }): Dataset {
  const reportType = memberOf(['activities_analytics', 'collection_volumes'], type);
  if (reportType) {
    const query = readQuery(field(value, 'query_json'));
    if (typeof query === 'string') return { kind: 'invalid', type: reportType, ...base, reason: query };
    const adaptToScope = booleanField(value, 'adapt_to_scope') ?? false;
    return {
      kind: 'report',
      type: reportType,
      ...base,
      query,
      adaptToScope,
      datamartId: idField(value, 'datamart_id'),
    };
  }
  if (type.toLowerCase() === 'data_file') return readDataFileSource(value, base);
  return { kind: 'not-computable', type, ...base };
}

function readDataFileSource(value: JsonObject, base: { path: string; title?: string }): Dataset {
  const uri = textField(value, 'uri');
  const jsonPath = textField(value, 'JSON_path') ?? textField(value, 'json_path');
  const missing = !uri ? 'uri' : !jsonPath ? 'JSON_path' : undefined;
  if (missing) return { kind: 'invalid', type: 'data_file', ...base, reason: `${missing} is required` };
  return { kind: 'data_file', ...base, uri: uri ?? '', jsonPath: jsonPath ?? '' };
}
