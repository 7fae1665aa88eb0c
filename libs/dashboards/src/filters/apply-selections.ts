import type { DashboardFilter } from '../content/dashboard-content.js';
import type { DimensionFilter } from '../reports/report.js';
import type { Selections } from './selections.js';

/** The filters that the selections add to each dataset of a type. */
export interface AppliedFragment {
  /** In lower case: `activities_analytics`. */
  type: string;
  filters: DimensionFilter[];
}

/** Replaces the whole `expressions` of every fragment by the selected values. A filter without selection adds nothing. */
export function applySelections(_filters: DashboardFilter[], _selections: Selections): AppliedFragment[] {
  throw new Error('follows');
}
