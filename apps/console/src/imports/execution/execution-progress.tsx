import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useNow } from '../../time/use-now.js';
import {
  estimateProgress,
  formatSeconds,
  hasEnded,
  type ProgressSample,
} from '@tributary/client/imports/estimate-progress';

interface ExecutionProgressProps {
  execution: DocumentImportExecution;
  samples: readonly ProgressSample[];
  /** False: the stream is broken, and the state is read every two seconds. */
  isStreamed: boolean;
}

export function ExecutionProgress({ execution, samples, isStreamed }: ExecutionProgressProps) {
  const now = useNow(performance, hasEnded(execution) ? undefined : 1_000);
  const { percent, linesPerSecond, restSeconds } = estimateProgress(execution, samples);
  const { completed_tasks, num_tasks, erroneous_tasks, parameters, cancel_status } = execution;
  const facts = [
    `${completed_tasks} of ${num_tasks} chunks`,
    erroneous_tasks > 0 && `${erroneous_tasks} with failed lines`,
    `${parameters.number_of_lines.toLocaleString('en')} lines`,
    linesPerSecond !== undefined && `${Math.round(linesPerSecond).toLocaleString('en')} lines/s`,
    restSeconds !== undefined && `about ${formatSeconds(restAt(restSeconds, samples, now))} left`,
  ];
  return (
    <Card withBorder padding="sm">
      <Stack gap="xs">
        <Progress value={percent} size="lg" aria-label="Chunks processed" animated={!hasEnded(execution)} />
        <Group justify="space-between" gap="xs">
          <Text size="sm">{facts.filter(Boolean).join(' · ')}</Text>
          {!hasEnded(execution) && (
            <Text size="sm" c="dimmed" role="status">
              {stateOf(execution, isStreamed)}
            </Text>
          )}
        </Group>
        {cancel_status === 'REQUESTED' && (
          <Text size="sm">The cancellation is requested. Chunks in progress are finished and counted.</Text>
        )}
      </Stack>
    </Card>
  );
}

function stateOf({ status }: DocumentImportExecution, isStreamed: boolean): string {
  if (!isStreamed) return 'The live connection is broken. The state is read every 2 s until it is back.';
  return status === 'PENDING' ? 'Waiting for its first chunk' : 'Live';
}

/** The estimate counts down between two events. */
function restAt(restSeconds: number, samples: readonly ProgressSample[], now: number): number {
  return Math.max(0, restSeconds - Math.max(0, now - (samples.at(-1)?.atMs ?? now)) / 1_000);
}
