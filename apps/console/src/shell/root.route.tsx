import type { QueryClient } from '@tanstack/react-query';
import { Outlet, createRootRouteWithContext, redirect, retainSearchParams } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { FailurePage } from '../components/whole-page/failure-page.js';
import { readZone, type Zone } from '../time/zone.js';
import { offerLink, useOfferedLink } from '../session/offered-link.js';
import { knownSessions, signIn } from '../session/session.js';
import { needsConsent, tokenOfFragment } from '../session/token-link.js';

// Not part of the first load.
const TokenLinkQuestion = lazy(() =>
  import('../session/token-link-question.js').then((module) => ({ default: module.TokenLinkQuestion })),
);

interface RouterContext {
  queryClient: QueryClient;
}

/** Search parameters of every page. */
interface RootSearch {
  /** The zone of all times. Absent: the viewer's for instants, the datamart's for days of reports. */
  tz?: Zone;
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Root,
  errorComponent: FailurePage,
  validateSearch: (search: Record<string, unknown>): RootSearch => {
    const tz = readZone(search['tz']);
    return tz ? { tz } : {};
  },
  search: { middlewares: [retainSearchParams(['tz'])] },
  beforeLoad: ({ location }) => {
    const token = tokenOfFragment(location.hash);
    if (!token) return;
    if (needsConsent(token, knownSessions())) void offerLink(token, `${location.pathname}${location.searchStr}`);
    else signIn(token);
    // The token leaves the address at once, and is not in the history.
    throw redirect({ to: location.pathname, search: true, hash: '', replace: true });
  },
});

/** The question about a link is above every page, that of the sign-in too. */
function Root() {
  const link = useOfferedLink();
  return (
    <>
      <Outlet />
      <Suspense>{link && <TokenLinkQuestion link={link} />}</Suspense>
    </>
  );
}
