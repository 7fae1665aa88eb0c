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
  const failed = failures === 1 ? '1 line failed' : `${failures.toLocaleString('en')} lines failed`;
  const isFailed = status === 'FAILED';
  return (
    <Badge
      variant={isFailed ? 'filled' : 'default'}
      color={isFailed ? 'red' : 'gray'}
      tt="none"
      leftSection={failures > 0 && '⚠'}
    >
      {failures > 0 ? `${labels[status]}, ${failed}` : labels[status]}
    </Badge>
  );
}
