import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FailureNotice } from '../components/failure-notice.js';
import { runImport } from '../imports/execution/run-import.js';
import { useLeaveSignal } from '../imports/execution/use-leave-signal.js';
import { useDatamart } from '../shell/use-datamart.js';
import { demoActivities, toNdjson } from './demo-activities.js';
import { overviewKey } from './overview-queries.js';

const settings = {
  name: 'Demo data',
  document_type: 'USER_ACTIVITY',
  mime_type: 'APPLICATION_X_NDJSON',
  encoding: 'utf-8',
} as const;

/** Imports two weeks of invented activities, and shows how far it is. */
export function DemoData() {
  const { datamart_id } = useDatamart();
  const queryClient = useQueryClient();
  const leaveSignal = useLeaveSignal();
  const [execution, setExecution] = useState<DocumentImportExecution>();
  const run = useMutation({
    mutationFn: async () => {
      setExecution(undefined);
      const lines = toNdjson(demoActivities(Date.now()));
      const ended = await runImport({ datamart_id, settings, lines }, { signal: leaveSignal(), onState: setExecution });
      const { status } = ended.execution;
      if (status !== 'SUCCEEDED') throw new Error(`The import is ${status}.`);
    },
  });
  const isDone = run.isSuccess;
  useEffect(() => {
    if (!isDone) return;
    // Imported lines are in reports within 10 s.
    const timer = setInterval(() => void queryClient.invalidateQueries({ queryKey: overviewKey(datamart_id) }), 1_000);
    const end = setTimeout(() => clearInterval(timer), 10_000);
    return () => (clearInterval(timer), clearTimeout(end));
  }, [isDone, datamart_id, queryClient]);
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
          Load demo data
        </Button>
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          2,000 invented activities of the last 14 days. Only for a datamart to try things in: they count in reports.
        </Text>
      </Group>
      {run.isPending && <Progress value={percentOf(execution)} aria-label="Progress of the import" animated />}
      {isDone && (
        <Text size="sm" role="status">
          {Number(execution?.result?.total_success ?? 0).toLocaleString('en')} activities are loaded. Reports count them
          within seconds.
        </Text>
      )}
      {run.error && <FailureNotice failure={run.error} onRetry={() => run.mutate()} />}
    </Stack>
  );
}

const percentOf = (execution: { completed_tasks: number | null; num_tasks: number | null } | undefined): number =>
  execution?.num_tasks ? (100 * (execution.completed_tasks ?? 0)) / execution.num_tasks : 5;
