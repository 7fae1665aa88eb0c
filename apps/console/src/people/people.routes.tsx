import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const peopleRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'people',
  validateSearch: ({ find }: Record<string, unknown>): { find?: string } => (typeof find === 'string' ? { find } : {}),
  component: lazyRouteComponent(() => import('./people.page.js'), 'PeoplePage'),
});

const personRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'people/$selector',
  component: lazyRouteComponent(() => import('./person.page.js'), 'PersonPage'),
});

export const peopleRoutes = [peopleRoute, personRoute] as const;
