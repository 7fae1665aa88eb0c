import type { DocumentImportExecution } from '@tributary/client/generated/types.gen';
import { Badge } from '@mantine/core';

type Status = DocumentImportExecution['status'];

const labels: Record<Status, string> = {
  PENDING: 'Waiting',
  RUNNING: 'Running',
  SUCCEEDED: 'Succeeded',
  FAILED: 'Failed',
  CANCELED: 'Canceled',
};

/** An execution succeeds even if lines of it fail, so the badge says both. */
export function ExecutionStatus({ execution }: { execution: DocumentImportExecution }) {
  const { status, result } = execution;
  const failures = status === 'SUCCEEDED' ? (result?.total_failure ?? 0) : 0;
  const label = failures > 0 ? `${labels[status]}, ${failures.toLocaleString('en')} lines failed` : labels[status];
  const isProblem = status === 'FAILED' || failures > 0;
  return (
    <Badge variant={isProblem ? 'filled' : 'default'} color={isProblem ? 'red' : 'gray'} tt="none">
      {label}
    </Badge>
  );
}
