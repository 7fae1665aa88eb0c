import { CollectQuery } from '@tributary/contracts/collecting/collect-query';
import { parseOrThrow } from '@tributary/http/parse';

/** Whether the activities of a request are analyzed. @throws BAD_REQUEST_DATA */
export function usesPipeline(query: unknown): boolean {
  // Most requests have no such parameter.
  if ((query as Record<string, unknown>)['processing_pipeline'] === undefined) return true;
  return parseOrThrow(CollectQuery, query).processing_pipeline ?? true;
}

/** Whether a query asks for no analysis. A malformed query is refused once the caller is known. */
export const leavesOutPipeline = (query: unknown): boolean =>
  [(query as Record<string, unknown>)['processing_pipeline']].flat().includes('false');
