import { filterNames, type FilterName } from '@tributary/dashboards/content/dashboard-content';
import { isObject, type JsonObject } from '@tributary/contracts/rules/json/json-object';
import { listOf, memberOf } from '@tributary/dashboards/json/json-object';
import type { Content } from '../content/edit-content.js';

/** The dimension that each filter is usually about. */
const usualDimension: Record<FilterName, string> = {
  channels: 'channel_id',
  segments: 'segment_id',
  organisations: 'organisation_id',
  compartments: 'type',
};

export const filtersOf = (content: Content): JsonObject[] => listOf(content.available_filters).filter(isObject);

export const setFilters = (content: Content, filters: JsonObject[]): Content => ({
  ...content,
  available_filters: filters.length > 0 ? filters : undefined,
});

export const nameOfFilter = (filter: JsonObject): FilterName | undefined =>
  memberOf(filterNames, filter['technical_name']);

/** Each name is a filter once only: of two, dashboards show the first. */
export const freeNames = (filters: readonly JsonObject[]): FilterName[] =>
  filterNames.filter((name) => !filters.some((filter) => nameOfFilter(filter) === name));

export function newFilterOf(name: FilterName): JsonObject {
  const dimension_name = usualDimension[name];
  // Collections know no channel and no segment.
  const type = name === 'organisations' ? 'collection_volumes' : 'activities_analytics';
  return {
    technical_name: name,
    title: name.charAt(0).toUpperCase() + name.slice(1),
    values_retrieve_method: 'query',
    values_query: '',
    multi_select: true,
    query_fragments: [{ type, fragment: [{ dimension_name, operator: 'IN_LIST', expressions: ['$values'] }] }],
  };
}

/** The dimension that the first fragment filters. */
export function dimensionOf(filter: JsonObject): string {
  const [fragment] = listOf(filter['query_fragments']).filter(isObject);
  const [condition] = listOf(fragment?.['fragment']).filter(isObject);
  return typeof condition?.['dimension_name'] === 'string' ? condition['dimension_name'] : '';
}

export function setDimension(filter: JsonObject, dimension_name: string): JsonObject {
  const [first, ...others] = listOf(filter['query_fragments']).filter(isObject);
  const [condition, ...conditions] = listOf(first?.['fragment']).filter(isObject);
  const changed = { operator: 'IN_LIST', expressions: ['$values'], ...condition, dimension_name };
  const fragment = { type: 'activities_analytics', ...first, fragment: [changed, ...conditions] };
  return { ...filter, query_fragments: [fragment, ...others] };
}
