import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';

const usersRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'access/users',
  component: lazyRouteComponent(() => import('./users.page.js'), 'UsersPage'),
});

const userRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'access/users/$user_id',
  component: lazyRouteComponent(() => import('./user.page.js'), 'UserPage'),
});

const tokensRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'access/tokens',
  component: lazyRouteComponent(() => import('./tokens.page.js'), 'TokensPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'access/keys',
  component: lazyRouteComponent(() => import('./keys.page.js'), 'KeysPage'),
});

export const accessRoutes = [usersRoute, userRoute, tokensRoute, keysRoute] as const;
