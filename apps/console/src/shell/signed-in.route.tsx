import { createRoute, redirect } from '@tanstack/react-router';
import { connectedUserOptions } from '../session/connected-user.js';
import { currentToken } from '../session/session.js';
import { rootRoute } from './root.route.js';
import { Shell } from './shell.js';
import { NotFound } from '../components/whole-page/not-found-page.js';

/** The parent of every page that needs a session. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  component: Shell,
  beforeLoad: async ({ context: { queryClient }, location }) => {
    if (!currentToken()) throw redirect({ to: '/sign-in', search: { from: location.href } });
    await queryClient.ensureQueryData(connectedUserOptions());
  },
});

/** Every address that no other route has, in the frame. Without a session the sign-in comes first, as for every page. */
export const unknownRoute = createRoute({ getParentRoute: () => signedInRoute, path: '$', component: NotFound });
