import {
  createDocumentImport,
  createDocumentImportExecution,
  getDocumentImportExecution,
} from '@tributary/client/generated/sdk.gen';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { useDatamart } from '../shell/use-datamart.js';
import { demoActivities, toNdjson } from './demo-activities.js';
import { overviewKey } from './overview-queries.js';

/** Imports two weeks of invented activities, and shows how far it is. */
export function DemoData() {
  const { datamart_id } = useDatamart();
  const queryClient = useQueryClient();
  const upload = useMutation({ mutationFn: () => uploadDemoData(datamart_id) });
  const execution = useQuery({
    queryKey: ['demo-import', datamart_id, upload.data?.execution_id],
    queryFn: () => readExecution(datamart_id, upload.data),
    enabled: upload.data !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : 400),
  });
  const { data } = execution;
  const isDone = data?.status === 'SUCCEEDED';
  useEffect(() => {
    if (!isDone) return;
    // Imported lines are in reports within 10 s.
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: overviewKey(datamart_id) }), 1_000);
    const end = setTimeout(() => clearInterval(timer), 10_000);
    return () => (clearInterval(timer), clearTimeout(end));
  }, [isDone, datamart_id, queryClient]);
  const failure =
    upload.error ??
    execution.error ??
    (isOver(data?.status) && !isDone ? new Error(`The import is ${data?.status}.`) : undefined);
  const isRunning = upload.isPending || (upload.isSuccess && !isOver(data?.status) && !execution.error);
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={isRunning} onClick={() => upload.mutate()}>
          Load demo data
        </Button>
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          2,000 invented activities of the last 14 days. Only for a datamart to try things in: they count in reports.
        </Text>
      </Group>
      {isRunning && <Progress value={percentOf(data)} aria-label="Progress of the import" animated />}
      {isDone && (
        <Text size="sm" role="status">
          {Number(data.result?.total_success ?? 0).toLocaleString('en')} activities are loaded. Reports count them
          within seconds.
        </Text>
      )}
      {failure && <FailureNotice failure={failure} onRetry={() => upload.mutate()} />}
    </Stack>
  );
}

interface Upload {
  document_import_id: string;
  execution_id: string;
}

async function uploadDemoData(datamart_id: string): Promise<Upload> {
  const { data: created } = await createDocumentImport({
    path: { datamart_id },
    body: { name: 'Demo data', document_type: 'USER_ACTIVITY', mime_type: 'APPLICATION_X_NDJSON', encoding: 'utf-8' },
  });
  const document_import_id = created.data.id;
  const { data } = await createDocumentImportExecution({
    path: { datamart_id, document_import_id },
    body: toNdjson(demoActivities(Date.now())),
    // The lines are the body: not a text in JSON.
    bodySerializer: (lines: unknown) => lines,
  });
  return { document_import_id, execution_id: data.data.id };
}

async function readExecution(datamart_id: string, upload: Upload | undefined) {
  if (!upload) throw new Error('There is no upload.');
  const { data } = await getDocumentImportExecution({ path: { datamart_id, ...upload } });
  return data.data;
}

const isOver = (status: string | undefined) => status === 'SUCCEEDED' || status === 'FAILED' || status === 'CANCELED';

const percentOf = (execution: { completed_tasks: number | null; num_tasks: number | null } | undefined): number =>
  execution?.num_tasks ? (100 * (execution.completed_tasks ?? 0)) / execution.num_tasks : 5;
