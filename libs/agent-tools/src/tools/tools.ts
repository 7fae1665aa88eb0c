import { traceActivity } from './activities.tools.js';
import { listAudit } from './audit.tools.js';
import { listAllDashboards, makeDashboard, readDashboard, saveDashboard } from './dashboards.tools.js';
import { describeDatamart } from './datamart.tools.js';
import { listImports, showImportResult } from './imports.tools.js';
import { explainPerson, listActivities, listFlagged, listMembers, listRecent, showPerson } from './people.tools.js';
import { listEvents, readPlan } from './plan.tools.js';
import { listRefusals, retryRefusal } from './refusals.tools.js';
import { report } from './report.tools.js';
import type { Tool } from './tool.js';

/** All operations that an agent can be given. */
const allTools: readonly Tool[] = [
  describeDatamart,
  report,
  listRecent,
  listMembers,
  showPerson,
  explainPerson,
  listActivities,
  listFlagged,
  traceActivity,
  listEvents,
  readPlan,
  listRefusals,
  listImports,
  showImportResult,
  listAllDashboards,
  readDashboard,
  listAudit,
  retryRefusal,
  makeDashboard,
  saveDashboard,
];

/** The operations of a server that may write, or may not. */
export const toolsFor = (mayWrite: boolean): readonly Tool[] => allTools.filter(({ writes }) => mayWrite || !writes);
