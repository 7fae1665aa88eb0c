import { getUserActivityTraceOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import type { GetUserActivityTraceResponse } from '@tributary/client/generated/types.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CopyButton } from '../components/copy-button.js';
import { EmptyState } from '../components/empty-state.js';
import { Page } from '../components/page.js';
import { QueryView } from '../components/query-view.js';
import { ResourceTable } from '../components/resource-table.js';
import { useDatamart } from '../shell/use-datamart.js';
import { Instant } from '../time/instant.js';
import { StepDetails } from './step-details.js';
import { stepTexts } from './step-texts.js';

type Trace = GetUserActivityTraceResponse['data'];

const route = getRouteApi('/signed-in/d/$datamart_id/activities/$activity_id');

/** The way of one activity, step by step. */
export function TracePage() {
  const { datamart_id } = useDatamart();
  const { activity_id } = route.useParams();
  const query = useQuery({ ...getUserActivityTraceOptions({ path: { datamart_id, activity_id } }), staleTime: 0 });
  const isUnknown = query.error instanceof RequestFailure && query.error.status === 404;
  return (
    <Page title="What became of it" description="The way of one activity, from its receipt to its end.">
      <Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {activity_id}
        </Text>
        <CopyButton withText label="Copy the id" value={activity_id} />
        <Button size="xs" variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </Group>
      {isUnknown ? (
        <EmptyState title="No trace of this activity">
          A trace is kept for the window of deduplication. Older activities have none any more.
        </EmptyState>
      ) : (
        <QueryView query={query}>{({ data }) => <Steps trace={data} />}</QueryView>
      )}
    </Page>
  );
}

const Steps = ({ trace: { steps, state } }: { trace: Trace }) => (
  <ResourceTable
    label="Steps"
    rows={steps.map((step, at) => ({ ...step, at }))}
    rowKey={({ at }) => String(at)}
    columns={[
      { header: 'When', cell: ({ ts }) => <Instant at={ts} /> },
      {
        header: 'Step',
        cell: ({ step }) => (
          <Badge variant={step === state ? 'filled' : 'default'} tt="none" title={step}>
            {stepTexts[step]}
          </Badge>
        ),
      },
      { header: 'Details', cell: (step) => <StepDetails step={step} /> },
    ]}
    empty={undefined}
  />
);
