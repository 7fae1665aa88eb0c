import type { Route } from '../../routes.js';
import { analyzers } from './analyzers.operations.js';
import { audienceSegments } from './audience-segments.operations.js';
import { channels } from './channels.operations.js';
import { collectKeys } from './collect-keys.operations.js';
import { compartments } from './compartments.operations.js';
import { credentials } from './credentials.operations.js';
import { dashboards } from './dashboards.operations.js';
import { documentImports } from './document-imports.operations.js';
import type { Operation, Section } from './operation.js';
import { plugins } from './plugins.operations.js';
import { processings } from './processings.operations.js';
import { profiles } from './profiles.operations.js';
import { refusedActivities, traces } from './activity-outcomes.operations.js';
import { reports, savedReports } from './reports.operations.js';
import { tenants } from './tenants.operations.js';
import { tracking } from './tracking.operations.js';
import { trackingPlan } from './tracking-plan.operations.js';
import { users } from './users.operations.js';
import { warehouses } from './warehouses.operations.js';

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

/** The key of an operation in its section. */
export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path.replace(/^\/v1/, '')}`;

/** @throws for a route without a description, which is a defect */
export function findOperation(route: Route): { tag: string; operation: Operation } {
  const name = nameOf(route);
  for (const { tag, operations } of sections) {
    const operation = operations[name];
    if (operation) return { tag, operation };
  }
  throw new Error(`${name} has no description`);
}
