import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';
import { readPersonSearch } from './person-search.js';

interface PeopleSearch {
  /** Looked up at once. */
  find?: string;
  /** In the field, to be looked up as something else. */
  draft?: string;
}

const peopleRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'people',
  validateSearch: ({ find, draft }: Record<string, unknown>): PeopleSearch => ({
    ...(isText(find) && { find: String(find) }),
    ...(isText(draft) && { draft: String(draft) }),
  }),
  component: lazyRouteComponent(() => import('./people.page.js'), 'PeoplePage'),
});

const personRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'people/$selector',
  validateSearch: readPersonSearch,
  component: lazyRouteComponent(() => import('./person.page.js'), 'PersonPage'),
});

// The router reads the search parameter `find=42` as a number.
const isText = (value: unknown) => typeof value === 'string' || typeof value === 'number';

export const peopleRoutes = [peopleRoute, personRoute] as const;
