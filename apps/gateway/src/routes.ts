import type { Role } from '@tributary/contracts/access';

export type Owner = 'gateway' | 'tracking-ingest' | 'import-worker' | 'warehouse-metadata' | 'analytics' | 'admin';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  /** The app that answers. */
  owner: Owner;
  /** Least role in the organisation that the path names. */
  role: Role;
}

/** The whole policy of the public port: a route that is not here does not exist. */
export const routes: Route[] = [
  { method: 'POST', path: '/v1/datamarts/:datamart_id/user_activities', owner: 'gateway', role: 'EDITOR' },
  { method: 'POST', path: '/v1/datamarts/:datamart_id/user_activities_analytics', owner: 'analytics', role: 'READER' },
];

const byName = new Map(routes.map((route) => [`${route.method} ${route.path}`, route]));

/** The rule of a matched route; HEAD goes as GET. */
export const findRoute = (method: string, path: string | undefined): Route | undefined =>
  byName.get(`${method === 'HEAD' ? 'GET' : method} ${path}`);
