import { Skeleton } from '@mantine/core';
import { RequestFailure } from '@tributary/client/request-failure';
import type { Failure } from '@tributary/dashboards/results/failure';
import { FailureNotice } from '../components/failure-notice.js';
import { ChartNotice } from './chart-body.js';

/** A chart without data: still loading, refused by the server, or of a kind that is not computed here. */
export function ChartFailure({ failure, onRetry }: { failure: Failure; onRetry?: (() => void) | undefined }) {
  if (failure.reason === 'pending') return <Skeleton flex={1} aria-busy="true" aria-label="Loading" role="status" />;
  if (failure.reason !== 'source') return <ChartNotice>{failure.message}</ChartNotice>;
  // The notice shows the id under which the server's logs hold it.
  const shown = new RequestFailure(failure.message, undefined, undefined, failure.errorId);
  return <FailureNotice failure={shown} onRetry={onRetry} title="The data could not be read" />;
}
