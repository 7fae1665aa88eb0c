import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { readPageSearch } from '../components/paging.js';
import { datamartRoute } from '../shell/datamart.route.js';
import { readAccountsSearch, readUserSearch } from './accounts/read-accounts-search.js';

const readSubjectSearch = (search: Record<string, unknown>): { page?: number; user?: string } => ({
  ...readPageSearch(search),
  ...readUserSearch(search),
});

const usersRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'access/users',
  validateSearch: readPageSearch,
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
  validateSearch: readSubjectSearch,
  component: lazyRouteComponent(() => import('./tokens.page.js'), 'TokensPage'),
});

const accountsRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'access/accounts',
  validateSearch: readAccountsSearch,
  component: lazyRouteComponent(() => import('./accounts.page.js'), 'AccountsPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'access/keys',
  validateSearch: readSubjectSearch,
  component: lazyRouteComponent(() => import('./keys.page.js'), 'KeysPage'),
});

export const accessRoutes = [usersRoute, userRoute, tokensRoute, accountsRoute, keysRoute] as const;
