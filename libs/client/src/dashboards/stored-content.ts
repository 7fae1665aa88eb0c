import type { Client } from '../generated/client/types.gen.js';
import { getDashboardContent, putDashboardContent } from '../generated/sdk.gen.js';
import type { DashboardContent } from '../generated/types.gen.js';
import { RequestFailure } from '../request-failure.js';

export interface DashboardPath {
  dashboard_id: string;
  organisation_id: string;
  /** Another client than that of the app. */
  client?: Client;
}

/** A content as stored. */
export interface StoredContent {
  id: string;
  content: DashboardContent;
  created_ts: number;
  created_by: string;
}

/** @param version an earlier content, by its id; the current one unless given. Null for a dashboard without content. */
export async function readContent(
  { dashboard_id, organisation_id, ...options }: DashboardPath,
  version?: string,
  signal?: AbortSignal,
): Promise<StoredContent | null> {
  try {
    const query = { organisation_id, ...(version !== undefined && { version }) };
    const { data } = await getDashboardContent({
      ...options,
      path: { dashboard_id },
      query,
      ...(signal && { signal }),
    });
    return data.data;
  } catch (failure) {
    // A dashboard without content is 404, as is one that does not exist. Its registration shows which.
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
  { dashboard_id, organisation_id, ...options }: DashboardPath,
  content: DashboardContent,
  replaced: Replaced,
): Promise<StoredContent> {
  const { data } = await putDashboardContent({
    ...options,
    path: { dashboard_id },
    query: { organisation_id },
    body: content,
    headers: conditionOf(replaced),
  });
  return data.data;
}

export const isClash = (failure: unknown): boolean => failure instanceof RequestFailure && failure.status === 412;
