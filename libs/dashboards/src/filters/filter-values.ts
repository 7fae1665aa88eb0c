import type { FilterName } from '../content/dashboard-content.js';
import type { ReportRequest, ReportView } from '../reports/report.js';

/** Where the values of a filter come from. `values_query` is never run (dashboard-content: filters). */
export type FilterValuesRequest =
  | { kind: 'report'; request: ReportRequest }
  | { kind: 'organisations' }
  | { kind: 'compartments' };

export interface FilterValue {
  value: string;
  label: string;
}

export function filterValuesRequest(_name: FilterName): FilterValuesRequest {
  throw new Error('follows');
}

export function readFilterValues(_view: ReportView): FilterValue[] {
  throw new Error('follows');
}
