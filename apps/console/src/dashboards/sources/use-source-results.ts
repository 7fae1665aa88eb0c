import { RequestFailure } from '@tributary/client/request-failure';
import type { Source, SourceResult, SourceResults } from '@tributary/dashboards/datasets/source';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { messageOfFailure } from '../../components/failure-notice.js';
import { useReportZone } from '../../time/instant.js';
import { sourceOptions } from './source-query.js';

interface ReadSources {
  results: SourceResults;
  /** The failure of a refresh; the previous answers are still shown. */
  staleFailure: Error | undefined;
  readAgain: () => void;
}

/** Reads what a chart needs. Sources that other charts of the page need too are read once. */
export function useSourceResults(sources: Source[]): ReadSources {
  const combine = useCallback((queries: UseQueryResult<SourceResult>[]) => combineResults(sources, queries), [sources]);
  const timeZone = useReportZone();
  return useQueries({ queries: sources.map((source) => sourceOptions(source, timeZone)), combine });
}

function combineResults(sources: Source[], queries: UseQueryResult<SourceResult>[]): ReadSources {
  const results = new Map<string, SourceResult>();
  sources.forEach(({ key }, index) => {
    const { data, error } = queries[index] ?? {};
    const result = data ?? (error ? toFailed(error) : undefined);
    if (result) results.set(key, result);
  });
  return {
    results,
    staleFailure: queries.find(({ data, error }) => data && error)?.error ?? undefined,
    readAgain: () => queries.forEach(({ refetch }) => void refetch()),
  };
}

function toFailed(failure: Error): SourceResult {
  const message = messageOfFailure(failure);
  const errorId = failure instanceof RequestFailure ? failure.error_id : undefined;
  return errorId === undefined ? { kind: 'failed', message } : { kind: 'failed', message, errorId };
}
