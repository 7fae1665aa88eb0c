import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { datamartRoute } from '../shell/datamart.route.js';
import { readSendSearch } from './send-search.js';

export const sendRoute = createRoute({
  getParentRoute: () => datamartRoute,
  path: 'send',
  validateSearch: readSendSearch,
  component: lazyRouteComponent(() => import('./send.page.js'), 'SendPage'),
});
