import type { FilterName } from '../content/dashboard-content.js';
import { defaultDateRange, type ReportRequest, type ReportView } from '../reports/report.js';

/** Where the values of a filter come from. `values_query` is never run (dashboard-content: filters). */
export type FilterValuesRequest =
  /** POST /datamarts/{datamartId}/user_activities_analytics */
  | { kind: 'report'; request: ReportRequest }
  /** GET /organisations */
  | { kind: 'organisations' }
  /** GET /datamarts/{datamartId}/compartments */
  | { kind: 'compartments' };

export interface FilterValue {
  value: string;
  label: string;
}

export function filterValuesRequest(name: FilterName): FilterValuesRequest {
  switch (name) {
    case 'channels':
      return { kind: 'report', request: valuesOf('channel_id') };
    case 'segments':
      return { kind: 'report', request: valuesOf('segment_id') };
    case 'organisations':
      return { kind: 'organisations' };
    case 'compartments':
      return { kind: 'compartments' };
  }
}

/** A report without metrics lists the values of its dimension. */
const valuesOf = (dimension: string): ReportRequest => ({
  metrics: [],
  dimensions: [{ name: dimension }],
  date_ranges: [defaultDateRange],
});

/** The values that a report offers; activities without a value cannot be selected. */
export const readFilterValues = ({ rows }: ReportView, nameOf?: (id: string) => string | undefined): FilterValue[] =>
  rows.flatMap(([cell]) => (cell === null || cell === undefined ? [] : [toValue(String(cell), nameOf)]));

const toValue = (value: string, nameOf?: (id: string) => string | undefined) => ({
  value,
  label: nameOf?.(value) ?? value,
});

/** The values of resources that GET lists: organisations have an `id`, compartments a `compartment_id`. */
export const readListedValues = (resources: { id?: string; compartment_id?: string; name?: string }[]): FilterValue[] =>
  resources.flatMap(({ id, compartment_id, name }) => {
    const value = compartment_id ?? id;
    return value === undefined ? [] : [{ value, label: name ?? value }];
  });
