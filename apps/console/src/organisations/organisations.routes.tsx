import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from '../shell/signed-in.route.js';

export const organisationsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'organisations',
  component: lazyRouteComponent(() => import('./organisations.page.js'), 'OrganisationsPage'),
});
