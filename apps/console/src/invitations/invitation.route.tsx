import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../shell/root.route.js';
import { takeSecret } from './taken-secret.js';

/** The page of the link that an invited person gets. It needs no session. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'invitation',
  component: lazyRouteComponent(() => import('./invitation.page.js'), 'InvitationPage'),
  beforeLoad: ({ location }) => {
    // The secret leaves the address at once, and is not in the history.
    if (takeSecret(location.hash)) throw redirect({ to: '/invitation', search: true, hash: '', replace: true });
  },
});
