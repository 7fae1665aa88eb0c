import { readQueryJson } from '@tributary/dashboards/content/query-json';
import type { JsonObject } from '@tributary/contracts/rules/json/json-object';
import { field } from '@tributary/dashboards/json/json-object';
import { requestOf } from '@tributary/dashboards/queries/query';
import { titleOf } from '../../../reports/report-chart.js';
import { sourceOf } from './dataset-types.js';

/** The title that a report of the same data has: `Users by day`. Undefined for other data. */
export function titleOfDataset(dataset: JsonObject): string | undefined {
  if (sourceOf(dataset) !== 'activities_analytics') return undefined;
  const query = readQueryJson(field(dataset, 'query_json'));
  return query && titleOf(requestOf(query));
}
