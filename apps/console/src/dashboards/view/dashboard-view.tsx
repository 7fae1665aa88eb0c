import type { DashboardContent } from '@tributary/client/generated/types.gen';
import { Stack, Text } from '@mantine/core';
import { readContent } from '@tributary/dashboards/content/read-content';
import { parseSelections, printSelections } from '@tributary/dashboards/filters/selections';
import type { Pick } from '@tributary/dashboards/queries/pick-value';
import { useMemo } from 'react';
import { useDatamart } from '../../shell/use-datamart.js';
import type { PeriodSearch } from '../../dates/period-search.js';
import { usePeriod } from '../../dates/use-period.js';
import { usePageContext } from '../content/use-page-context.js';
import { FiltersBar } from '../filters/filters-bar.js';
import { ContentView } from './content-view.js';

interface DashboardViewProps {
  /** As stored. */
  content: DashboardContent;
  /** The selected filters, as text. */
  filters: string | undefined;
  onFilter: (filters: string | undefined) => void;
  segment_id?: string | undefined;
  /** The period of all reports; by default each has its own. */
  period?: PeriodSearch;
  /** Values that were picked in the charts, and the choice of another one. */
  picked?: readonly Pick[] | undefined;
  onPick?: (pick: Pick) => void;
  order?: 2 | 3;
}

const noPeriod: PeriodSearch = {};

/** A content with its filters on top. */
export function DashboardView({
  content: stored,
  filters,
  onFilter,
  segment_id,
  period = noPeriod,
  picked,
  onPick,
  order,
}: DashboardViewProps) {
  const { datamart_id, organisation_id } = useDatamart();
  const content = useMemo(() => readContent(stored), [stored]);
  const { dateRange, before } = usePeriod(period);
  const context = usePageContext({ stored, content, filters, segment_id, dateRange, picked });
  const contextBefore = usePageContext({ stored, content, filters, segment_id, dateRange: before, picked });
  const selections = useMemo(() => parseSelections(filters ?? ''), [filters]);
  return (
    <Stack gap="md">
      <FiltersBar
        filters={content.filters}
        selections={selections}
        onChange={(next) => onFilter(printSelections(next) || undefined)}
        datamart_id={datamart_id}
        organisation_id={organisation_id}
      />
      {period.compare && dateRange && !before && (
        <Text size="xs" c="dimmed">
          Reports do not reach back to the period before: choose a shorter one.
        </Text>
      )}
      <ContentView
        content={content}
        context={context}
        before={before && contextBefore}
        onPick={onPick}
        {...(order && { order })}
      />
    </Stack>
  );
}
