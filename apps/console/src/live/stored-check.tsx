import { listUserActivities } from '@tributary/client/generated/sdk.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { Button, Group, Text } from '@mantine/core';
import { CheckCircledIcon, ClockIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { selectorOfIdentifier, type ActivityIdentifier } from '@tributary/client/activities/activity-identifiers';
import { FailureNotice } from '../components/failure-notice.js';
import { useDatamart } from '../shell/use-datamart.js';

/** Whether the activities of the person hold it. Looks once; the reader may look again. */
export function StoredCheck({ activity_id, identifier }: { activity_id: string; identifier: ActivityIdentifier }) {
  const { datamart_id } = useDatamart();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['stored', datamart_id, activity_id],
    queryFn: async () => isStored(datamart_id, await selectorOfIdentifier(identifier), activity_id),
    staleTime: 0,
  });
  const again = () => void refetch();
  if (error) return <FailureNotice failure={error} onRetry={again} />;
  if (data === true)
    return (
      <Group gap={6} role="status">
        <CheckCircledIcon aria-hidden color="var(--mantine-color-green-text)" />
        <Text size="sm">Stored</Text>
      </Group>
    );
  return (
    <Group gap={6} role="status">
      <ClockIcon aria-hidden />
      <Text size="sm">
        {data === undefined
          ? 'Looking whether it is stored …'
          : 'Not stored yet. A choice of the person or an analyzer may hold it back.'}
      </Text>
      <Button size="compact-xs" variant="default" onClick={again} loading={isFetching}>
        Look again
      </Button>
    </Group>
  );
}

async function isStored(datamart_id: string, user_point_selector: string, activity_id: string): Promise<boolean> {
  try {
    // `before` must name an activity of the person: one request answers it, however many there are.
    await listUserActivities({
      path: { datamart_id, user_point_selector },
      query: { before: activity_id, max_results: 1 },
    });
    return true;
  } catch (failure) {
    const isUnknown = failure instanceof RequestFailure && (failure.status === 404 || failure.field === 'before');
    if (isUnknown) return false;
    throw failure;
  }
}
