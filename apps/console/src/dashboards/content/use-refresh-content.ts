import { useQueryClient } from '@tanstack/react-query';
import type { DashboardPath } from '@tributary/client/dashboards/stored-content';
import type { Operation } from '../../repeat-reads.js';
import { contentKey } from './content-query.js';

/** Reads the content and its versions again, after one has been stored. */
export function useRefreshContent() {
  const queries = useQueryClient();
  return async (path: DashboardPath) => {
    await queries.invalidateQueries({ queryKey: contentKey(path) });
    await queries.invalidateQueries({ queryKey: [{ _id: 'listDashboardContentVersions' satisfies Operation }] });
  };
}
