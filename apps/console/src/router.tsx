import { createRouter } from '@tanstack/react-router';
import { accessRoutes } from './access/access.routes.js';
import { analyzersRoutes } from './analyzers/analyzers.routes.js';
import { channelsRoutes } from './channels/channels.routes.js';
import { auditRoute } from './audit/audit.routes.js';
import { collectKeysRoute } from './collect-keys/collect-keys.routes.js';
import { compartmentsRoute } from './compartments/compartments.routes.js';
import { dashboardsRoutes } from './dashboards/dashboards.routes.js';
import { eventsRoute } from './events/events.routes.js';
import { homeRoute } from './home/home.routes.js';
import { invitationRoute } from './invitations/invitation.route.js';
import { importsRoutes } from './imports/imports.routes.js';
import { liveRoute } from './live/live.routes.js';
import { organisationsRoute } from './organisations/organisations.routes.js';
import { peopleRoutes } from './people/people.routes.js';
import { platformRoute } from './platform/platform.routes.js';
import { pluginsRoutes } from './plugins/plugins.routes.js';
import { processingsRoute } from './processings/processings.routes.js';
import { reportsRoute } from './reports/reports.routes.js';
import { segmentsRoutes } from './segments/segments.routes.js';
import { sendRoute } from './send/send.routes.js';
import { traceRoute } from './traces/traces.routes.js';
import { warehousesRoutes } from './warehouses/warehouses.routes.js';
import { basePath } from './served-page.js';
import { LoadingPage } from './components/whole-page/loading-page.js';
import { queryClient } from './query-client.js';
import { parseSearch, stringifySearch } from './search-text.js';
import { datamartRoute } from './shell/datamart.route.js';
import { rootRoute } from './shell/root.route.js';
import { signInRoute } from './shell/sign-in.route.js';
import { signedInRoute, unknownRoute } from './shell/signed-in.route.js';
import { startRoute } from './shell/start.route.js';

const datamartPages = datamartRoute.addChildren([
  homeRoute,
  sendRoute,
  liveRoute,
  traceRoute,
  ...peopleRoutes,
  ...segmentsRoutes,
  ...importsRoutes,
  reportsRoute,
  ...dashboardsRoutes,
  platformRoute,
  ...warehousesRoutes,
  ...channelsRoutes,
  eventsRoute,
  collectKeysRoute,
  auditRoute,
  compartmentsRoute,
  processingsRoute,
  ...analyzersRoutes,
  ...pluginsRoutes,
  ...accessRoutes,
]);

const routeTree = rootRoute.addChildren([
  signInRoute,
  invitationRoute,
  signedInRoute.addChildren([startRoute, organisationsRoute, datamartPages, unknownRoute]),
]);

export const router = createRouter({
  routeTree,
  basepath: basePath,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 300,
  defaultPendingComponent: LoadingPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
