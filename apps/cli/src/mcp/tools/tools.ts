import type { Tool } from './tool.js';
import { listAllDashboards, makeDashboard, readDashboard, saveDashboard } from './dashboards.tools.js';
import { describeDatamart } from './datamart.tools.js';
import { listImports, showImportResult } from './imports.tools.js';
import { listActivities, showPerson } from './people.tools.js';
import { listRefusals, retryRefusal } from './refusals.tools.js';
import { report } from './report.tools.js';

/** All operations that an agent can be given. */
export const allTools: readonly Tool[] = [
  describeDatamart,
  report,
  showPerson,
  listActivities,
  listRefusals,
  listImports,
  showImportResult,
  listAllDashboards,
  readDashboard,
  retryRefusal,
  makeDashboard,
  saveDashboard,
];
