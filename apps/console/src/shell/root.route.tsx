import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext, redirect, retainSearchParams } from '@tanstack/react-router';
import { FailurePage } from '../components/failure-page.js';
import { NotFoundPage } from '../components/not-found-page.js';
import { readZone, type Zone } from '../time/zone.js';
import { signIn } from '../session/session.js';
import { tokenOfFragment } from '../session/token-link.js';

export interface RouterContext {
  queryClient: QueryClient;
}

/** Search parameters of every page. */
export interface RootSearch {
  /** The zone in which instants are shown. Absent: that of the viewer. */
  tz?: Zone;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: FailurePage,
  notFoundComponent: NotFoundPage,
  validateSearch: (search: Record<string, unknown>): RootSearch => {
    const tz = readZone(search['tz']);
    return tz ? { tz } : {};
  },
  search: { middlewares: [retainSearchParams(['tz'])] },
  beforeLoad: ({ location }) => {
    const token = tokenOfFragment(location.hash);
    if (!token) return;
    signIn(token);
    // The token leaves the address at once, and is not in the history.
    throw redirect({ to: location.pathname, search: true, hash: '', replace: true });
  },
});
