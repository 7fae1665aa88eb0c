import { Outlet, createRoute, notFound } from '@tanstack/react-router';
import { NotFound } from '../components/whole-page/not-found-page.js';
import { connectedUserOptions } from '../session/connected-user.js';
import { signedInRoute } from './signed-in.route.js';

/** The parent of every page of a datamart, `/d/1/…`. */
export const datamartRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: 'd/$datamart_id',
  component: Outlet,
  notFoundComponent: NotFound,
  beforeLoad: async ({ context: { queryClient }, params: { datamart_id } }) => {
    const { data } = await queryClient.ensureQueryData(connectedUserOptions());
    if (!data.datamarts.some(({ id }) => id === datamart_id)) throw notFound();
  },
});
