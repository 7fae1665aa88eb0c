import type { DashboardContent } from '@tributary/dashboards/content/dashboard-content';
import type { DateRange } from '@tributary/contracts/rules/date-range';
import type { PageContext, Scope } from '@tributary/dashboards/datasets/page-context';
import { applySelections } from '@tributary/dashboards/filters/apply-selections';
import { parseSelections } from '@tributary/dashboards/filters/selections';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import { useMemo } from 'react';
import { fragmentsOf } from '../filters/picks.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { needsNames, useResourceNames } from '../../words/use-resource-names.js';

interface Shown {
  /** As stored. */
  stored: unknown;
  content: DashboardContent;
  /** The selected filters, as text. */
  filters?: string | undefined;
  /** The segment of the page; none on Home and on the page of the dashboard. */
  segment_id?: string | undefined;
  /** The range of all reports; by default each has its own. */
  dateRange?: DateRange | undefined;
  /** Values that were picked in the charts. */
  picked?: readonly Pick[] | undefined;
}

/** The context that the charts of a content are computed for. It stays the same object while nothing in it changes. */
export function usePageContext({ stored, content, filters = '', segment_id, dateRange, picked }: Shown): PageContext {
  const { datamart_id, organisation_id } = useDatamart();
  const isDecorated = useMemo(() => needsNames(stored), [stored]);
  const nameOf = useResourceNames(isDecorated, datamart_id, organisation_id);
  const { start_date: start, end_date: end } = dateRange ?? {};
  return useMemo(() => {
    const scope: Scope = segment_id === undefined ? { type: 'home' } : { type: 'segments', segmentId: segment_id };
    const fragments = [...applySelections(content.filters, parseSelections(filters)), ...fragmentsOf(picked ?? [])];
    const range = start !== undefined && end !== undefined && { dateRange: { start_date: start, end_date: end } };
    return { datamartId: datamart_id, scope, fragments, nameOf, ...range };
  }, [content, filters, segment_id, datamart_id, nameOf, start, end, picked]);
}
