import { createRoute, redirect } from '@tanstack/react-router';
import { connectedUserOptions } from '../session/connected-user.js';
import { signedInRoute } from './signed-in.route.js';

/** `/` opens the first datamart. */
export const startRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  beforeLoad: async ({ context: { queryClient } }) => {
    const { data } = await queryClient.ensureQueryData(connectedUserOptions());
    const [first] = data.datamarts;
    if (first) throw redirect({ to: '/d/$datamart_id', params: { datamart_id: first.id }, replace: true });
    throw redirect({ to: '/organisations', replace: true });
  },
});
