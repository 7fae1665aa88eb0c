import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { Dataset } from '../content/dataset.js';
import type { PageContext } from './page-context.js';

/** The effect of a page's period on a chart that would show another one. */
export type PeriodNote =
  /** It counts instead of the chart's own. */
  | { kind: 'replaced'; own: DateRange }
  /** The values of a file have no period. */
  | { kind: 'without' };

/** Undefined: nothing to say, as the page has no period, or the chart none of its own. */
export function periodNoteOf(dataset: Dataset, { dateRange }: PageContext): PeriodNote | undefined {
  if (!dateRange) return undefined;
  const leaves = leavesOf(dataset);
  for (const leaf of leaves) {
    const own = leaf.kind === 'report' ? leaf.query.dateRange : undefined;
    if (own && !isSame(own, dateRange)) return { kind: 'replaced', own };
  }
  return leaves.length > 0 && leaves.every(({ kind }) => kind === 'data_file') ? { kind: 'without' } : undefined;
}

const leavesOf = (dataset: Dataset): Dataset[] =>
  dataset.kind === 'transformation' ? dataset.sources.flatMap(leavesOf) : [dataset];

const isSame = (a: DateRange, b: DateRange) => a.start_date === b.start_date && a.end_date === b.end_date;
