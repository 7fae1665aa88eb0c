import { getDashboardContent, putDashboardContent } from '@tributary/client/generated/sdk.gen';
import type { DashboardContent } from '@tributary/client/generated/types.gen';
import { RequestFailure } from '@tributary/client/request-failure';
import { queryOptions } from '@tanstack/react-query';

export interface DashboardPath {
  dashboard_id: string;
  organisation_id: string;
}

/** A content as stored. */
export interface StoredContent {
  id: string;
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
    const { data } = await getDashboardContent({ path: { dashboard_id }, query, signal });
    return data.data;
  } catch (failure) {
    // A dashboard without content is 404, as is one that does not exist. The registration, read beside it, shows which.
    if (version === undefined && failure instanceof RequestFailure && failure.status === 404) return null;
    throw failure;
  }
}

/** The content that a save replaces; null: there is none. If another one is stored by then, the save is refused. */
export type Replaced = Pick<StoredContent, 'id'> | null;

/** From the id, not the ETag received: a proxy that compresses makes that weak, and a weak one matches nothing. */
export const conditionOf = (replaced: Replaced): { 'If-Match': string } | { 'If-None-Match': string } =>
  replaced ? { 'If-Match': `"${replaced.id}"` } : { 'If-None-Match': '*' };

/**
 * Stores a content in place of another one.
 *
 * @param replaced the content that the user has seen; null for none. If another one is stored by now, the failure has status 412.
 */
export async function saveContent(
  { dashboard_id, organisation_id }: DashboardPath,
  content: DashboardContent,
  replaced: Replaced,
): Promise<StoredContent> {
  const { data } = await putDashboardContent({
    path: { dashboard_id },
    query: { organisation_id },
    body: content,
    headers: conditionOf(replaced),
  });
  return data.data;
}

export const isClash = (failure: unknown): boolean => failure instanceof RequestFailure && failure.status === 412;
