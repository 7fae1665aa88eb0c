import { readContent, type DashboardPath } from '@tributary/client/dashboards/stored-content';
import { queryOptions } from '@tanstack/react-query';

export const contentKey = ({ dashboard_id, organisation_id }: DashboardPath) =>
  ['dashboard-content', organisation_id, dashboard_id] as const;

/** The current content, or an earlier one by its id. Null for a dashboard without content. */
export const contentOptions = (path: DashboardPath, version?: string) =>
  queryOptions({
    queryKey: [...contentKey(path), version ?? 'current'],
    queryFn: ({ signal }) => readContent(path, version, signal),
    staleTime: version === undefined ? 30_000 : Infinity,
  });
