import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RequestFailure } from '@tributary/client/request-failure';
import { FailureNotice } from './failure-notice.js';

interface QueryViewProps<Data> {
  query: Pick<UseQueryResult<Data, unknown>, 'data' | 'error' | 'refetch'>;
  /** Shown while there is nothing to show. Rows of a list unless given. */
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The three states of what a page reads: loading, failed, there. Data that was read before stays visible while it is read again. */
export function QueryView<Data>({ query, skeleton = <RowsSkeleton />, children }: QueryViewProps<Data>) {
  const { data, error, refetch } = query;
  const retry = isUnknown(error) ? undefined : () => void refetch();
  if (data === undefined) return error != null ? <FailureNotice failure={error} onRetry={retry} /> : skeleton;
  return (
    <>
      {error != null && <FailureNotice failure={error} onRetry={retry} />}
      {children(data)}
    </>
  );
}

/** Another try would not find it. */
const isUnknown = (error: unknown) => error instanceof RequestFailure && error.status === 404;

export function RowsSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Stack gap="xs" aria-busy="true" aria-label="Loading" role="status">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={32} />
      ))}
    </Stack>
  );
}
