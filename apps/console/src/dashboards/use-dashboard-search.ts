import { getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DashboardSearch } from './read-search.js';

const route = getRouteApi('/signed-in/d/$datamart_id/dashboards/$dashboard_id');

/** The search parameters of the page, and a way to change some of them. */
export function useDashboardSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = useCallback(
    (change: { [Name in keyof DashboardSearch]?: DashboardSearch[Name] | undefined }) =>
      void navigate({ search: (before) => withoutUndefined({ ...before, ...change }), replace: true }),
    [navigate],
  );
  return { ...search, set };
}

const withoutUndefined = (search: Record<string, unknown>): DashboardSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));
