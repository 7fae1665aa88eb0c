import { getRouteApi } from '@tanstack/react-router';
import type { LiveSearch } from './live.routes.js';

const route = getRouteApi('/signed-in/d/$datamart_id/live');

/** What the address of the page says, and how to change it. Undefined removes a parameter. */
export function useLiveSearch(): [
  LiveSearch,
  (change: { [Key in keyof LiveSearch]?: LiveSearch[Key] | undefined }) => void,
] {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (values: { [Key in keyof LiveSearch]?: LiveSearch[Key] | undefined }) =>
    void navigate({
      replace: true,
      search: (before) =>
        Object.fromEntries(Object.entries({ ...before, ...values }).filter(([, value]) => value !== undefined)),
    });
  return [search, change];
}
