import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { currentToken } from '../session/session.js';
import { rootRoute } from './root.route.js';

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  component: lazyRouteComponent(() => import('../session/sign-in.page.js'), 'SignInPage'),
  // Only a path of the console: no link can make it open another site after the sign-in.
  validateSearch: ({ from }: Record<string, unknown>): { from?: string } =>
    typeof from === 'string' && /^\/(?![/\\])/.test(from) ? { from } : {},
  beforeLoad: () => {
    if (currentToken()) throw redirect({ to: '/' });
  },
});
