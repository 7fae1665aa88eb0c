import { listActivityAnalyzerFailuresOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { ActivityAnalyzerFailure } from '@tributary/client/generated/types.gen';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AnchorLink } from '../components/links.js';
import { QueryView } from '../components/query-view.js';
import { pageQuery } from '../components/paging.js';
import { Pager, ResourceTable, type Column } from '../components/resource-table.js';
import { usePage } from '../components/tables/use-page.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { failureClasses } from './strategies.js';

/** The activities on which an analyzer has failed, the newest first. */
export function AnalyzerFailures({ analyzer_id }: { analyzer_id: string }) {
  const paging = usePage();
  const list = useQuery(listActivityAnalyzerFailuresOptions({ path: { analyzer_id }, query: pageQuery(paging.page) }));
  return (
    <QueryView query={list}>
      {({ data, total }) => (
        <>
          <ResourceTable
            label="Failures"
            rows={data}
            rowKey={({ activity_id, ts }) => `${activity_id} ${ts}`}
            columns={columns}
            empty={<Text c="dimmed">None.</Text>}
          />
          <Pager total={total} {...paging} />
          <Button
            size="xs"
            variant="default"
            mt="sm"
            w="fit-content"
            loading={list.isFetching}
            onClick={() => void list.refetch()}
          >
            Refresh
          </Button>
        </>
      )}
    </QueryView>
  );
}

/** To its steps, which say what came of it after the failure. */
function ActivityLink({ activity_id }: { activity_id: string }) {
  const { datamart_id } = useDatamart();
  return (
    <AnchorLink to="/d/$datamart_id/activities/$activity_id" params={{ datamart_id, activity_id }} ff="monospace">
      {activity_id}
    </AnchorLink>
  );
}

const columns: Column<ActivityAnalyzerFailure>[] = [
  { header: 'Time', cell: ({ ts }) => <Instant at={ts} /> },
  { header: 'Activity', cell: ({ activity_id }) => <ActivityLink activity_id={activity_id} /> },
  { header: 'Reason', cell: (failure) => failureClasses[failure.class] },
  { header: 'Status', align: 'right', cell: ({ status }) => status ?? '–' },
  { header: 'Calls', align: 'right', cell: ({ attempts }) => attempts },
];
