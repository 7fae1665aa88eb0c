import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { listDashboardsOptions } from '@tributary/client/generated/@tanstack/react-query.gen';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { AnchorLink } from '../components/links.js';
import { isClash, saveContent } from '@tributary/client/dashboards/stored-content';
import { contentOptions } from '../dashboards/content/content-query.js';
import { useRefreshContent } from '../dashboards/content/use-refresh-content.js';
import { useDatamart } from '../shell/use-datamart.js';
import { addChartToContent, type StoredChart } from './add-chart-to-content.js';
import { wholeList } from '../components/paging.js';

/** Stores the chart in a dashboard. A content that another user has changed meanwhile is read again by the next try. */
export function AddToDashboard({ chart, onAdded }: { chart: StoredChart; onAdded: () => void }) {
  const { datamart_id, organisation_id } = useDatamart();
  const [dashboard_id, setDashboard] = useState<string | null>(null);
  const queries = useQueryClient();
  const refresh = useRefreshContent();
  const list = useQuery(listDashboardsOptions({ query: { organisation_id, archived: false, ...wholeList } }));
  const dashboards = list.data?.data ?? [];
  const add = useMutation({
    mutationFn: async (id: string) => {
      const path = { dashboard_id: id, organisation_id };
      const stored = await queries.fetchQuery({ ...contentOptions(path), staleTime: 0 });
      await saveContent(path, addChartToContent(stored?.content, chart), stored);
      await refresh(path);
      return id;
    },
    onSuccess: (id) => {
      notifications.show({
        message: `Added to ${dashboards.find((each) => each.id === id)?.title ?? 'the dashboard'}`,
      });
      onAdded();
    },
  });
  return (
    <Stack gap="xs">
      <Group align="flex-end" wrap="nowrap">
        <Select
          label="Add to the dashboard"
          placeholder={list.isSuccess && dashboards.length === 0 ? 'There is no dashboard yet' : 'Choose one'}
          data={dashboards.map(({ id, title }) => ({ value: id, label: title }))}
          value={dashboard_id}
          onChange={setDashboard}
          searchable
          flex={1}
        />
        <Button disabled={dashboard_id === null} loading={add.isPending} onClick={() => add.mutate(dashboard_id ?? '')}>
          Add
        </Button>
      </Group>
      {dashboards.length === 0 && list.isSuccess && (
        <Text size="sm">
          <AnchorLink to="/d/$datamart_id/dashboards" params={{ datamart_id }}>
            Create a dashboard
          </AnchorLink>{' '}
          first.
        </Text>
      )}
      {list.error && <FailureNotice failure={list.error} onRetry={() => void list.refetch()} />}
      {add.error && (
        <FailureNotice
          failure={add.error}
          {...(isClash(add.error) && { title: 'The dashboard was changed meanwhile: add it again' })}
        />
      )}
    </Stack>
  );
}
