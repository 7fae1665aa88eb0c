import {
  getDataWarehouseCredentialsOptions,
  getDataWarehouseMetadataOptions,
  refreshDataWarehouseMetadataMutation,
} from '@tributary/client/generated/@tanstack/react-query.gen';
import type { DataWarehouseInfos } from '@tributary/client/generated/types.gen';
import { Alert, Button, Card, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SectionTitle } from '../../components/page.js';
import { FailureNotice } from '../../components/failure-notice.js';
import { useDatamart } from '../../shell/use-datamart.js';
import { Instant } from '../../time/instant.js';
import { diffMetadata } from '@tributary/client/warehouses/diff-metadata';
import { DiffView } from './diff-view.js';
import { previewQuery } from './preview-query.js';
import { RequestFailure } from '@tributary/client/request-failure';

/** Preview, differences, and storing. The engine may take long, so both go on when the user leaves the page. */
export function RefreshPanel({ warehouse_id }: { warehouse_id: string }) {
  const { may } = useDatamart();
  const queries = useQueryClient();
  const path = { datawarehouse_id: warehouse_id };
  const stored = useQuery(getDataWarehouseMetadataOptions({ path }));
  const hasCredentials = useQuery(getDataWarehouseCredentialsOptions({ path })).data?.data.configured === true;
  const { queryKey } = previewQuery(warehouse_id);
  const preview = useQuery(previewQuery(warehouse_id));
  const store = useMutation({
    ...refreshDataWarehouseMetadataMutation(),
    meta: { changes: ['getDataWarehouseMetadata'] },
    onSuccess: () => {
      queries.removeQueries({ queryKey });
    },
  });
  if (!may('EDITOR')) return null;
  const refresh = stored.data?.data.refresh;
  const isRunning = isRefreshing(stored.data?.data);
  const storeNow = () => store.mutate({ path, query: { async: true }, body: { fetch_only: false } });
  const failure = preview.isFetching ? undefined : (preview.error ?? store.error ?? undefined);
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          variant={hasCredentials ? 'filled' : 'default'}
          loading={preview.isFetching}
          disabled={isRunning}
          onClick={() => {
            store.reset();
            void preview.refetch();
          }}
        >
          Preview a refresh
        </Button>
        <Button
          variant="default"
          disabled={preview.isFetching || isRunning}
          loading={store.isPending}
          onClick={storeNow}
        >
          Refresh in the background
        </Button>
      </Group>
      {preview.isFetching && <Running text="The engine is read. This may take up to 26 s; you can leave the page." />}
      {isRunning && <Running text="A refresh runs. It may take 5 minutes; you can leave the page." />}
      {failure != null && <Refused failure={failure} />}
      {refresh && !isRunning && <LastRefresh refresh={refresh} />}
      {preview.data && stored.data && !preview.isFetching && !isRunning && (
        <Card withBorder padding="sm" role="region" aria-label="Preview of the refresh">
          <Stack gap="sm">
            <SectionTitle>What a refresh would change</SectionTitle>
            <DiffView diff={diffMetadata(stored.data.data.databases, preview.data.databases)} />
            <Group>
              <Button loading={store.isPending} onClick={storeNow}>
                Save
              </Button>
              <Button variant="default" onClick={() => void queries.resetQueries({ queryKey })}>
                Discard
              </Button>
            </Group>
          </Stack>
        </Card>
      )}
    </Stack>
  );
}

function Running({ text }: { text: string }) {
  return (
    <Group gap="xs" role="status">
      <Loader size="xs" aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  );
}

function Refused({ failure }: { failure: unknown }) {
  const advice = explainRefusal(failure);
  return (
    <>
      <FailureNotice failure={failure} title="The metadata was not read" />
      {advice && <Text size="sm">{advice}</Text>}
    </>
  );
}

function LastRefresh({ refresh }: { refresh: NonNullable<DataWarehouseInfos['refresh']> }) {
  const { status, error, finished_ts } = refresh;
  if (status === 'FAILED')
    return (
      <Alert color="red" variant="light" role="alert" title="The last refresh failed">
        {error} The stored metadata is unchanged. Check the credentials and the engine, then refresh again. (
        <Instant at={finished_ts} />)
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed">
      Last refreshed in the background: <Instant at={finished_ts} />
    </Text>
  );
}

/** Advice after a refresh that failed. The message of the server says why. */
function explainRefusal(failure: unknown): string | undefined {
  if (!(failure instanceof RequestFailure)) return undefined;
  if (failure.status === 503 || failure.status === undefined)
    return 'The stored metadata is unchanged. Check that the engine runs, that its host and port are right, and that it accepts connections from the platform; then try again. A very large warehouse may need “Refresh in the background”.';
  if (failure.error_code === 'CONSTRAINT_VIOLATION_EXCEPTION')
    return 'The stored metadata is unchanged. Check user, password, database and encryption, and set the credentials again.';
  return undefined;
}

export const isRefreshing = (metadata: DataWarehouseInfos | undefined): boolean =>
  metadata?.refresh?.status === 'REQUESTED' || metadata?.refresh?.status === 'RUNNING';
