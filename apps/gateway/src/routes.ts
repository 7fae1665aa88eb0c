import { analyzers } from '@tributary/contracts/endpoints/admin/analyzers.operations';
import { audienceSegments } from '@tributary/contracts/endpoints/tracking-ingest/audience-segments.operations';
import { channels } from '@tributary/contracts/endpoints/admin/channels.operations';
import { collectKeys } from '@tributary/contracts/endpoints/admin/collect-keys.operations';
import { compartments } from '@tributary/contracts/endpoints/tracking-ingest/compartments.operations';
import { credentials } from '@tributary/contracts/endpoints/admin/credentials.operations';
import { dashboards } from '@tributary/contracts/endpoints/admin/dashboards.operations';
import { documentImports } from '@tributary/contracts/endpoints/import-worker/document-imports.operations';
import { plugins } from '@tributary/contracts/endpoints/admin/plugins.operations';
import { processings } from '@tributary/contracts/endpoints/admin/processings.operations';
import { profiles } from '@tributary/contracts/endpoints/tracking-ingest/profiles.operations';
import { refusedActivities, traces } from '@tributary/contracts/endpoints/tracking-ingest/activity-outcomes.operations';
import { reports } from '@tributary/contracts/endpoints/analytics/reports.operations';
import { savedReports } from '@tributary/contracts/endpoints/admin/saved-reports.operations';
import { tenants } from '@tributary/contracts/endpoints/admin/tenants.operations';
import { tracking } from '@tributary/contracts/endpoints/tracking-ingest/tracking.operations';
import { trackingPlan } from '@tributary/contracts/endpoints/tracking-ingest/tracking-plan.operations';
import { users } from '@tributary/contracts/endpoints/admin/users.operations';
import { warehouses } from '@tributary/contracts/endpoints/warehouse-metadata/warehouses.operations';
import type { Operation, Section } from '@tributary/contracts/endpoints/operation';
import type { Route } from '@tributary/contracts/endpoints/route';

/** In the order of `/docs`: what a newcomer sends and reads first. */
export const sections: Section[] = [
  tracking,
  refusedActivities,
  trackingPlan,
  traces,
  profiles,
  audienceSegments,
  documentImports,
  reports,
  savedReports,
  dashboards,
  channels,
  collectKeys,
  processings,
  compartments,
  plugins,
  analyzers,
  warehouses,
  tenants,
  users,
  credentials,
];

/** An operation, with all that its section says of it. */
export interface Endpoint extends Operation, Route {
  owner: Route['owner'];
  operationId: string;
  tag: string;
}

/** All public routes: one that is no operation of a section does not exist. */
export const routes: Endpoint[] = sections.flatMap(({ tag, owner, operations }) =>
  Object.entries(operations).map(([operationId, operation]) => ({ owner, ...operation, operationId, tag })),
);

/** Where agents call. It is no operation of the API: its tools call those, each with its own least role. */
export const agentRoute: Route = {
  method: 'POST',
  path: '/mcp',
  owner: 'gateway',
  role: 'READER',
  namesNoDatamart: true,
};

/** By path and method. One text of both would be joined and hashed for every request. */
const byPath = new Map(
  Array.from(
    Map.groupBy(routes, ({ path }) => path),
    ([path, known]) => [path, new Map<string, Route>(known.map((one) => [one.method, one]))],
  ),
);

/** HEAD is treated as GET. */
export const findRoute = (method: string, path: string): Route | undefined =>
  byPath.get(path)?.get(method === 'HEAD' ? 'GET' : method);
