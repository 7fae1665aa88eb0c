import type { DashboardContent } from '@tributary/client/generated/types.gen';
import { Stack } from '@mantine/core';
import { readContent } from '@tributary/dashboards/content/read-content';
import { parseSelections, printSelections } from '@tributary/dashboards/filters/selections';
import { useMemo } from 'react';
import { useDatamart } from '../../shell/use-datamart.js';
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
  order?: 2 | 3;
}

/** A content with its filters on top. */
export function DashboardView({ content: stored, filters, onFilter, segment_id, order }: DashboardViewProps) {
  const { datamart_id, organisation_id } = useDatamart();
  const content = useMemo(() => readContent(stored), [stored]);
  const context = usePageContext({ stored, content, filters, segment_id });
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
      <ContentView content={content} context={context} {...(order && { order })} />
    </Stack>
  );
}
