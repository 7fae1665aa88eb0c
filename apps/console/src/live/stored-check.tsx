import { getUserActivityTrace, listUserActivities } from '@tributary/client/generated/sdk.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { Button, Group, Text } from '@mantine/core';
import { CheckCircledIcon, ClockIcon, CrossCircledIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { selectorOfIdentifier, type ActivityIdentifier } from '@tributary/client/activities/activity-identifiers';
import { FailureNotice } from '../components/failure-notice.js';
import { ProcessingLink } from '../processings/processing-link.js';
import { useDatamart } from '../shell/use-datamart.js';
import type { TraceStep } from '../traces/step-texts.js';

/** Whether the activities of the person hold it, and what has refused it otherwise. Looks once; the reader may look again. */
export function StoredCheck({ activity_id, identifier }: { activity_id: string; identifier: ActivityIdentifier }) {
  const { datamart_id } = useDatamart();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['stored', datamart_id, activity_id],
    queryFn: async () =>
      (await isStored(datamart_id, await selectorOfIdentifier(identifier), activity_id))
        ? 'stored'
        : { refusal: await findRefusal(datamart_id, activity_id) },
    staleTime: 0,
  });
  const again = () => void refetch();
  if (error) return <FailureNotice failure={error} onRetry={again} />;
  if (data === 'stored')
    return (
      <Group gap={6} role="status">
        <CheckCircledIcon aria-hidden color="var(--mantine-color-green-text)" />
        <Text size="sm">Stored</Text>
      </Group>
    );
  const processing_id = data?.refusal?.processing_id;
  if (processing_id !== undefined)
    return (
      <Group gap={6} role="status">
        <CrossCircledIcon aria-hidden color="var(--mantine-color-orange-text)" />
        <Text size="sm">
          Refused by a choice of its person about <ProcessingLink processing_id={processing_id} />
        </Text>
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
        Refresh
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

/** The step of its trace in which a choice has refused it. */
async function findRefusal(datamart_id: string, activity_id: string): Promise<TraceStep | undefined> {
  try {
    const { data } = await getUserActivityTrace({ path: { datamart_id, activity_id } });
    return data.data.steps.find(({ step }) => step === 'REFUSED_BY_CHOICE');
  } catch (failure) {
    if (failure instanceof RequestFailure && failure.status === 404) return undefined;
    throw failure;
  }
}
