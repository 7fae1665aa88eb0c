import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { AppliedFragment } from '../filters/apply-selections.js';
import type { NameLookup } from '../transformations/get-decorators.js';

/** The values for which a dashboard is shown. */
export interface PageContext {
  datamartId: string;
  scope: Scope;
  /** The selected filters, from `applySelections`. */
  fragments: AppliedFragment[];
  /** The range of all reports of the page. Absent: each has its own. */
  dateRange?: DateRange;
  /** Names for `get-decorators`. Absent: ids stay ids. */
  nameOf?: NameLookup;
}

export type Scope = { type: 'home' } | { type: 'segments'; segmentId: string } | { type: 'builders' };
