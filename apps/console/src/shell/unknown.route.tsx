import { createRoute } from '@tanstack/react-router';
import { NotFound } from '../components/whole-page/not-found-page.js';
import { signedInRoute } from './signed-in.route.js';

/** Every address that no other route has, in the frame. Without a session the sign-in comes first, as for every page. */
export const unknownRoute = createRoute({ getParentRoute: () => signedInRoute, path: '$', component: NotFound });
