import { getDashboardContent, putDashboardContent } from '@tributary/client/generated/sdk.gen';
import type { DashboardContent } from '@tributary/client/generated/types.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { queryOptions } from '@tanstack/react-query';

export interface DashboardPath {
  dashboard_id: string;
  organisation_id: string;
}

/** A content as stored, with the ETag under which it may be replaced. */
export interface StoredContent {
  id: string;
  etag: string | undefined;
  content: DashboardContent;
  created_ts: number;
  created_by: string;
}

export const contentKey = ({ dashboard_id, organisation_id }: DashboardPath) =>
  ['dashboard-content', organisation_id, dashboard_id] as const;

/** The current content, or an earlier one by its id. Null for a dashboard without content. */
export const contentOptions = (path: DashboardPath, version?: string) =>
  queryOptions({
    queryKey: [...contentKey(path), version ?? 'current'],
    queryFn: ({ signal }) => readContent(path, version, signal),
    staleTime: version === undefined ? 30_000 : Infinity,
  });

async function readContent(
  { dashboard_id, organisation_id }: DashboardPath,
  version: string | undefined,
  signal: AbortSignal,
): Promise<StoredContent | null> {
  try {
    const query = { organisation_id, ...(version !== undefined && { version }) };
    const { data, response } = await getDashboardContent({ path: { dashboard_id }, query, signal });
    return { ...data.data, etag: response.headers.get('etag') ?? undefined };
  } catch (failure) {
    // A dashboard without content is 404, as is one that does not exist. The registration, read beside it, shows which.
    if (version === undefined && failure instanceof RequestFailure && failure.status === 404) return null;
    throw failure;
  }
}

/**
 * Stores a content in place of another one.
 *
 * @param replaced the content that the user has seen; null for none. If another one is stored by now, the failure has status 412.
 */
export async function saveContent(
  { dashboard_id, organisation_id }: DashboardPath,
  content: DashboardContent,
  replaced: Pick<StoredContent, 'etag'> | null,
): Promise<StoredContent> {
  const { data, response } = await putDashboardContent({
    path: { dashboard_id },
    query: { organisation_id },
    body: content,
    headers: replaced?.etag ? { 'If-Match': replaced.etag } : { 'If-None-Match': '*' },
  });
  return { ...data.data, etag: response.headers.get('etag') ?? undefined };
}

export const isClash = (failure: unknown): boolean => failure instanceof RequestFailure && failure.status === 412;
