import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext, redirect, retainSearchParams } from '@tanstack/react-router';
import { FailurePage } from '../components/whole-page/failure-page.js';
import { NotFoundPage } from '../components/whole-page/not-found-page.js';
import { readZone, type Zone } from '../time/zone.js';
import { currentToken, signIn } from '../session/session.js';
import { isRefusedLink, tokenOfFragment } from '../session/token-link.js';

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
    if (isRefusedLink(token, currentToken())) void showRefusedLink();
    else signIn(token);
    // The token leaves the address at once, and is not in the history.
    throw redirect({ to: location.pathname, search: true, hash: '', replace: true });
  },
});

async function showRefusedLink(): Promise<void> {
  // Not part of the first load.
  const { notifications } = await import('@mantine/notifications');
  notifications.show({
    color: 'yellow',
    autoClose: false,
    title: 'You are still signed in with your own token',
    message: 'The link has the token of another session. To use it, sign out and open the link again.',
  });
}
